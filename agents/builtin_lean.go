//go:build lean

package agents

import "embed"

// builtIn is empty in programs built with the tag lean, which has to travel and asks no
// network: players that need weights say that there are none.
var builtIn embed.FS
