package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"marengo/agents"
)

func newAgents() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "agents",
		Short:   "List the artificial players and their options",
		Long:    "List the artificial players. Wherever a command takes an agent, options can follow its\nname: star:depth=4,table=16.",
		Example: "  marengo agents\n  marengo agents --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(agentList())
			}
			var b strings.Builder
			for _, a := range agentList() {
				fmt.Fprintf(&b, "%s: %s (%s)\n", a.Name, a.Description, strings.Join(a.Variants, ", "))
				for _, p := range a.Presets {
					fmt.Fprintf(&b, "    %s:%s  %s\n", a.Name, p.Name, p.Help)
				}
				for _, o := range a.Options {
					fmt.Fprintf(&b, "    %s=%s  %s\n", o.Name, o.Default, o.Help)
				}
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

type listedAgent struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Variants    []string       `json:"variants"`
	Presets     []listedPreset `json:"presets"`
	Options     []listedOption `json:"options"`
}

type listedPreset struct {
	Name    string `json:"name"`
	Options string `json:"options"`
	Help    string `json:"help"`
}

type listedOption struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

func agentList() (list []listedAgent) {
	for _, e := range agents.Table() {
		a := listedAgent{Name: e.Name, Description: e.Description, Variants: []string{}, Presets: []listedPreset{}, Options: []listedOption{}}
		for _, v := range e.Variants {
			a.Variants = append(a.Variants, v.String())
		}
		for _, p := range e.Presets {
			a.Presets = append(a.Presets, listedPreset(p))
		}
		for _, o := range e.Options {
			a.Options = append(a.Options, listedOption{o.Name, o.Default, o.Help})
		}
		list = append(list, a)
	}
	return list
}
