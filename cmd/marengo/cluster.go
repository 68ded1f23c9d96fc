package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"marengo/cluster/server"
	"marengo/store"
)

func newCluster() *cobra.Command {
	var o server.Options
	var token string
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Start the server that machines which play together talk through",
		Long: `Start a NATS server with JetStream in this process. Matches, tournaments, tuning and
experiments with --cluster queue their games on it, and marengo worker plays them, on any
number of machines. What is queued lies in the folder --store and outlives the server.

On an address that others reach a token or a configuration with keys is required.
docs/cluster.md shows one machine, a lab and a NATS cluster of three.`,
		Example: `  marengo cluster --listen 127.0.0.1:4222 --store queue
  marengo cluster --listen 0.0.0.0:4222 --store queue --config keys/server.conf
  marengo cluster status --cluster nats://127.0.0.1:4222`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Store == "" {
				path, err := store.DefaultPath()
				if err != nil {
					return err
				}
				o.Store = filepath.Join(filepath.Dir(path), "cluster")
			}
			if token != "" {
				text, err := os.ReadFile(token)
				if err != nil {
					return badInputf("token: %w", err)
				}
				if o.Token = strings.TrimSpace(string(text)); o.Token == "" {
					return badInputf("the token in %s is empty", token)
				}
			}
			o.Note = func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), "server:", text) }
			s, err := server.Start(o)
			if err != nil {
				return badInput{err}
			}
			defer s.Stop()
			if _, err := fmt.Fprintf(cmd.OutOrStdout(), "cluster at %s, streams in %s\n", s.URL(), o.Store); err != nil {
				return err
			}
			<-cmd.Context().Done()
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Listen, "listen", "127.0.0.1:4222", "address and port")
	f.StringVar(&o.Store, "store", "", "folder of the streams (default: cluster beside the user's database)")
	f.StringVar(&token, "token-file", "", "file with a token that everyone has to give: nats://TOKEN@host:4222")
	f.StringVar(&o.Config, "config", "", "configuration with keys, as marengo cluster config writes it")
	f.StringVar(&o.Cert, "tls-cert", "", "file of the server's certificate")
	f.StringVar(&o.Key, "tls-key", "", "file of the certificate's key")
	cmd.AddCommand(newClusterConfig(), newClusterStatus())
	return cmd
}

func newClusterConfig() *cobra.Command {
	return &cobra.Command{
		Use:   "config FOLDER",
		Short: "Write keys for coordinators, workers and onlookers, and a server's configuration",
		Long: `Write three keys and a configuration of the NATS server that gives each the rights of its
role: a coordinator queues pairs and decides what is played, a worker takes pairs and hands in
results, an onlooker reads how things stand.`,
		Example: "  marengo cluster config keys",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInputf("config takes the folder to write to, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := server.WriteConfig(args[0]); err != nil {
				return badInput{err}
			}
			b := new(strings.Builder)
			fmt.Fprintf(b, "%s: the server's configuration\n", filepath.Join(args[0], server.ConfigFile))
			for _, r := range server.Roles {
				fmt.Fprintf(b, "%s: --credentials of the %s\n", filepath.Join(args[0], server.KeyFile(r)), r)
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
			return err
		},
	}
}
