package main

import (
	"strings"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/record/formats"
)

// completeFlag offers a shell the values that a flag can have.
func completeFlag(cmd *cobra.Command, flag string, values []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the command has no such flag: a slip in this program
	}
}

// completeRecords offers a shell the files that package record reads.
func completeRecords(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var extensions []string
	for _, e := range formats.Extensions() {
		extensions = append(extensions, strings.TrimPrefix(e, "."))
	}
	return extensions, cobra.ShellCompDirectiveFilterFileExt
}

// completeAgents offers a shell the names of the agents.
func completeAgents(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return agentNames(), cobra.ShellCompDirectiveNoFileComp
}

func agentNames() (names []string) {
	for _, e := range agents.Table() {
		names = append(names, cobra.CompletionWithDesc(e.Name, e.Description))
	}
	return names
}
