package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"marengo/belief"
	"marengo/eval"
	"marengo/nn"
	"marengo/setup"
)

// weightsOption is taken by players that can use StrAItego's networks.
var weightsOption = Option{Name: "weights", Help: "folder of networks to use instead of those of the same name in the program"}

// kernelOption is taken by players that can ask a network.
var kernelOption = Option{Name: "kernel", Help: "how networks are computed, such as avx2, instead of this processor's fastest"}

// kernel returns the kernel that the options name; this processor's fastest without one.
func (a *Args) kernel() *nn.Kernel {
	name := a.String(kernelOption.Name)
	if name == "" {
		return nn.Kernels()[0]
	}
	k, err := nn.KernelNamed(name)
	if err != nil {
		a.Fail(kernelOption.Name, err)
	}
	return k
}

// The networks' files, in the folder of weights.
const (
	moveWeights    = "straitego-moves.weights"
	rankWeights    = "straitego-ranks.weights"
	guessWeights   = "marengo-guess.weights" // the champion's guess of hidden ranks
	ownRankWeights = "marengo-ranks.weights" // what it knows of people's setups: ranks by where pieces began
	stateWeights   = "straitego-states.weights"
	humanWeights   = setup.HumanWeights
)

// loadNetwork reads a network from the folder that the weights option names, at
// once, so that a bad file is an error in the agent string; or from the program
// itself, when the first agent is made.
func loadNetwork[W any](a *Args, name string, read func(*nn.File) (W, error)) func() (W, error) {
	var w W
	path, raw, err := a.networkFile(name)
	if err == nil {
		kernel := a.kernel()
		if kernel != nil {
			a.computes(kernel)
		}
		w, err = parseNetwork(path, raw, kernel, read)
	}
	if err != nil {
		a.Fail(weightsOption.Name, err)
	}
	return func() (W, error) { return w, err }
}

// networkFile returns a network's file: of the folder that the weights option names, or the program's own, also where the
// folder holds other networks only.
func (a *Args) networkFile(name string) (path string, raw []byte, err error) {
	if folder := a.String(weightsOption.Name); folder != "" {
		raw, err = a.readFrom(weightsOption.Name, folder, name)
		if !errors.Is(err, fs.ErrNotExist) || !a.holdsNetworks(folder) {
			return filepath.Join(folder, name), raw, err
		}
	}
	path = "built-in " + name
	if name == humanWeights {
		raw, err = setup.BuiltIn(name)
	} else if raw, err = builtIn.ReadFile("weights/" + name); err != nil {
		err = fmt.Errorf("this program was built without %s; give weights=FOLDER", name)
	}
	if err == nil {
		a.identify(path, raw)
	}
	return path, raw, err
}

// holdsNetworks says whether a folder has any network that a player may ask for.
func (a *Args) holdsNetworks(folder string) bool {
	path, err := a.place(folder)
	if err != nil {
		return false
	}
	for _, name := range []string{moveWeights, rankWeights, stateWeights, humanWeights, guessWeights, ownRankWeights} {
		if _, err := os.Stat(filepath.Join(path, name)); err == nil {
			return true
		}
	}
	return false
}

func parseNetwork[W any](path string, raw []byte, kernel *nn.Kernel, read func(*nn.File) (W, error)) (w W, err error) {
	f, err := nn.Parse(path, raw)
	if err != nil {
		return w, err
	}
	f.Kernel = kernel
	return read(f)
}

// Networks are StrAItego's networks for positions.
type Networks struct {
	Moves  *eval.MoveWeights
	States *eval.StateWeights
	Ranks  *belief.RankWeights
	Files  []File // that hold them
}

// LoadNetworks reads the networks that players use, those of the program or, with the option
// weights=FOLDER, others.
func LoadNetworks(options string) (n Networks, err error) {
	a, err := parseArgs(Entry{Options: []Option{weightsOption}}, options)
	if err != nil {
		return n, err
	}
	if n.Moves, err = loadNetwork(a, moveWeights, eval.ReadMoveWeights)(); err != nil {
		return n, err
	}
	if n.States, err = loadNetwork(a, stateWeights, eval.ReadStateWeights)(); err != nil {
		return n, err
	}
	if n.Ranks, err = loadNetwork(a, rankWeights, belief.ReadRankWeights)(); err != nil {
		return n, err
	}
	n.Files = a.files
	return n, nil
}
