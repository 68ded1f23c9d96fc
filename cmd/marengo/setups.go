package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"marengo/record/formats"
	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

func newSetups() *cobra.Command {
	db := new(database)
	cmd := &cobra.Command{
		Use:   "setups",
		Short: "List, import, export and remove setups",
		Example: `  marengo setups list
  marengo setups import mine.txt
  marengo setups export --out mine.txt`,
	}
	db.flag(cmd)
	cmd.AddCommand(newSetupsList(db), newSetupsImport(db), newSetupsExport(db), newSetupsRemove(db), newSetupsJudge(), newSetupsProviders())
	return cmd
}

// listedSetup is a setup of a list, built in or stored.
type listedSetup struct {
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Setup   string `json:"setup"`
	Source  string `json:"source"`
}

// Where a listed setup is from.
const (
	literatureSetup = "literature"
	savedSetup      = "saved"
)

// withSetups calls f with the setups of the literature, then those saved.
func withSetups(ctx context.Context, db *database, f func([]listedSetup) error) error {
	return db.with(ctx, func(d *store.DB) error {
		var list []listedSetup
		for _, s := range setup.Named() {
			list = append(list, listedSetup{s.Name, stratego.Classic.String(), s.Setup.String(), literatureSetup})
		}
		saved, err := d.Setups(ctx)
		if err != nil {
			return err
		}
		for _, s := range saved {
			list = append(list, listedSetup{s.Name, s.Variant.String(), s.Setup.String(), savedSetup})
		}
		return f(list)
	})
}

func newSetupsList(db *database) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the setups of the literature and those saved",
		Example: "  marengo setups list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSetups(cmd.Context(), db, func(list []listedSetup) error {
				if asJSON {
					return json.NewEncoder(cmd.OutOrStdout()).Encode(list)
				}
				return writeSetups(cmd.OutOrStdout(), list)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

// writeSetups writes "name TAB setup" lines, which import reads.
func writeSetups(w io.Writer, list []listedSetup) error {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s\t%s\n", s.Name, s.Setup)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// oneSetupFile is how commands take a file of setups.
func oneSetupFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return badInputf("expected one file of setups, got %d", len(args))
	}
	return nil
}

func newSetupsImport(db *database) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Save the setups of a file in the database",
		Long: `Save the setups of a file, all or none: one a line, 40 characters of our notation or StraDoS
letters, after a name or a count and a tab if there is one. A setup without a name gets the
file's name and its line. Setups of the same name are replaced.

A game (.gsn, .xml, .marengo) gives the setups of both players, and a .zip those of all its
files, such as Gravon's archive.`,
		Example: "  marengo setups import mine.txt\n  marengo setups import strados2.zip",
		Args:    oneSetupFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			listed, err := formats.ReadAnySetups(args[0])
			if err != nil {
				return badInput{err}
			}
			base := strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
			var setups []store.Setup
			for _, l := range listed {
				name := l.Name
				if name == "" {
					name = fmt.Sprintf("%s/%d", base, l.Line)
				}
				setups = append(setups, store.Setup{Name: name, Variant: l.Variant(), Setup: l.Setup})
			}
			return db.with(cmd.Context(), func(d *store.DB) error {
				if err := d.SaveSetups(cmd.Context(), setups); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "%d setups saved\n", len(setups))
				return err
			})
		},
	}
	return cmd
}

func newSetupsExport(db *database) *cobra.Command {
	var out string
	var all, strados bool
	cmd := &cobra.Command{
		Use:     "export",
		Short:   "Write the saved setups, one a line after its name and a tab",
		Example: "  marengo setups export --out mine.txt\n  marengo match lewis careful --setups mine.txt\n  marengo setups export --all --strados",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSetups(cmd.Context(), db, func(list []listedSetup) error {
				if !all {
					list = slices.DeleteFunc(list, func(s listedSetup) bool { return s.Source != savedSetup })
				}
				if strados {
					if err := toStraDoS(list); err != nil {
						return err
					}
				}
				return toFile(out, cmd.OutOrStdout(), func(w io.Writer) error { return writeSetups(w, list) })
			})
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write (default: standard output)")
	cmd.Flags().BoolVar(&all, "all", false, "with those of the literature")
	cmd.Flags().BoolVar(&strados, "strados", false, "in red's StraDoS letters, as Gravon writes setups")
	return cmd
}

// toStraDoS rewrites setups in the letters that Gravon uses for red.
func toStraDoS(list []listedSetup) error {
	for i, l := range list {
		s, err := stratego.ParseSetup(l.Setup)
		if err != nil {
			return fmt.Errorf("setup %q: %w", l.Name, err)
		}
		list[i].Setup = formats.FormatStraDoS(stratego.Red, s)
	}
	return nil
}

func newSetupsRemove(db *database) *cobra.Command {
	return &cobra.Command{
		Use:     "remove NAME",
		Short:   "Remove a saved setup",
		Example: "  marengo setups remove mine/1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInputf("expected the name of one setup, got %d; marengo setups list shows them", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return db.with(cmd.Context(), func(d *store.DB) error {
				err := d.DeleteSetup(cmd.Context(), args[0])
				if errors.Is(err, store.ErrNotFound) {
					return badInput{err}
				}
				return err
			})
		},
	}
}

func newSetupsProviders() *cobra.Command {
	return &cobra.Command{
		Use:     "providers",
		Short:   "List where setups can come from",
		Example: "  marengo setups providers\n  marengo match lewis:setup=named:accolade random --own-setups",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.Join(setup.Help(), "\n"))
			return err
		},
	}
}
