package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"marengo/store"
)

func newBackup() *cobra.Command {
	var db database
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database as it is, while others use it",
		Long: "backup copies the database into a new file by SQLite's own means, whatever a server\n" +
			"writes meanwhile. The copy is a database like any other: to restore it, end the server\n" +
			"and put the file in the place of the old one, or name it with --db.",
		Example: "  marengo backup marengo-monday.db\n  marengo serve --db marengo-monday.db",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := db.where()
			if err != nil {
				return err
			}
			if _, err := os.Stat(path); err != nil {
				return badInputf("there is no database to copy: %v", err)
			}
			return db.with(cmd.Context(), func(db *store.DB) error {
				if err := db.Backup(cmd.Context(), args[0]); err != nil {
					return err
				}
				info, err := os.Stat(args[0])
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "copied %s to %s, %d bytes\n", db.Path(), args[0], info.Size())
				return err
			})
		},
	}
	db.flag(cmd)
	return cmd
}
