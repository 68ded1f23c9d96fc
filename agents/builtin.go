//go:build !lean

package agents

import "embed"

// builtIn holds the weights that come with the program.
//
//go:embed weights
var builtIn embed.FS
