// Command build bundles the client: web/client becomes web/dist, which the
// server embeds. With -test it bundles each client test into a folder instead,
// for Node's test runner.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// firstPageLimit is what the first page may weigh compressed, in bytes.
const firstPageLimit = 150_000

func main() {
	tests := flag.String("test", "", "bundle the client's tests into this `folder` and nothing else")
	client := flag.String("client", "web/client", "the client's `folder`")
	dist := flag.String("dist", "web/dist", "the `folder` that the server embeds")
	flag.Parse()
	var err error
	if *tests != "" {
		err = bundleTests(*client, *tests)
	} else {
		err = bundle(*client, *dist)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build: "+err.Error())
		os.Exit(1)
	}
}

// options are what page and tests have in common.
func options(client string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:   mustAbs(client),
		Bundle:          true,
		Format:          api.FormatESModule,
		Target:          api.ES2022,
		JSX:             api.JSXAutomatic,
		JSXImportSource: "preact",
		LogLevel:        api.LogLevelWarning,
		Charset:         api.CharsetUTF8,
	}
}

func bundle(client, dist string) error {
	o := options(client)
	o.EntryPoints = []string{"main.tsx"}
	o.EntryNames = "assets/[name]-[hash]"
	o.Outdir = mustAbs(dist)
	o.MinifyWhitespace, o.MinifyIdentifiers, o.MinifySyntax = true, true, true
	o.LegalComments = api.LegalCommentsNone
	o.Define = map[string]string{"process.env.NODE_ENV": `"production"`}
	result := api.Build(o)
	if len(result.Errors) > 0 {
		return errors.New("the client does not build")
	}
	if err := os.RemoveAll(filepath.Join(dist, "assets")); err != nil {
		return err
	}
	page, err := os.ReadFile(filepath.Join(client, "index.html"))
	if err != nil {
		return err
	}
	weight := 0
	for _, file := range result.OutputFiles {
		name := filepath.ToSlash(strings.TrimPrefix(file.Path, o.Outdir))
		mark := map[string]string{".js": "{{script}}", ".css": "{{style}}"}[filepath.Ext(name)]
		page = bytes.ReplaceAll(page, []byte(mark), []byte(name))
		weight += compressed(file.Contents)
		if err := write(file.Path, file.Contents); err != nil {
			return err
		}
	}
	weight += compressed(page)
	fmt.Printf("client: %d bytes compressed\n", weight)
	if weight > firstPageLimit {
		return fmt.Errorf("the first page weighs %d bytes compressed, at most %d are allowed", weight, firstPageLimit)
	}
	return write(filepath.Join(dist, "index.html"), page)
}

// bundleTests turns each test into one file that Node runs without a loader.
func bundleTests(client, into string) error {
	tests, err := filepath.Glob(filepath.Join(client, "test", "*.test.ts*"))
	if err != nil || len(tests) == 0 {
		return fmt.Errorf("no tests in %s", filepath.Join(client, "test"))
	}
	o := options(client)
	for _, t := range tests {
		o.EntryPoints = append(o.EntryPoints, mustAbs(t))
	}
	o.Outdir = mustAbs(into)
	o.OutExtension = map[string]string{".js": ".mjs"}
	o.Platform = api.PlatformNode
	o.Write = true
	if result := api.Build(o); len(result.Errors) > 0 {
		return errors.New("the client's tests do not build")
	}
	return nil
}

// compressed returns what the server will send for a file.
func compressed(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return len(data)
	}
	if err := w.Close(); err != nil {
		return len(data)
	}
	return b.Len()
}

func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

func mustAbs(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return absolute
}
