package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nkeys"

	"marengo/cluster"
)

// ConfigFile is the name of the configuration that WriteConfig writes.
const ConfigFile = "server.conf"

// Roles are those that have keys of their own.
var Roles = []cluster.Role{cluster.RoleCoordinator, cluster.RoleWorker, cluster.RoleOnlooker}

// KeyFile is the name of the file with a role's key.
func KeyFile(r cluster.Role) string { return string(r) + ".key" }

// WriteConfig writes a configuration of the NATS server, and a key for each role that it
// lets in with that role's rights. Nothing is overwritten.
func WriteConfig(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	b := new(strings.Builder)
	b.WriteString("# Rights of a Marengo cluster, written by marengo cluster config. It serves\n" +
		"# marengo cluster --config as well as nats-server -c; see docs/cluster.md.\n" +
		"max_payload: 2MB\nauthorization {\n  users: [\n")
	for _, r := range Roles {
		public, err := writeKey(filepath.Join(folder, KeyFile(r)))
		if err != nil {
			return err
		}
		rights := cluster.RightsOf(r)
		fmt.Fprintf(b, "    { # %s\n      nkey: %s\n      permissions {\n        publish: { allow: [%s] }\n        subscribe: { allow: [%s] }\n      }\n    }\n",
			r, public, quoted(rights.Publish), quoted(rights.Subscribe))
	}
	b.WriteString("  ]\n}\n")
	return writeFresh(filepath.Join(folder, ConfigFile), b.String())
}

// writeKey makes a key, writes its seed and returns its public half.
func writeKey(path string) (public string, err error) {
	key, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	defer key.Wipe()
	seed, err := key.Seed()
	if err != nil {
		return "", err
	}
	if public, err = key.PublicKey(); err != nil {
		return "", err
	}
	return public, writeFresh(path, string(seed)+"\n")
}

// writeFresh writes a file that is not there yet, for its owner's eyes.
func writeFresh(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func quoted(list []string) string { return `"` + strings.Join(list, `", "`) + `"` }
