package agents

import (
	"fmt"
	"path/filepath"

	"marengo/belief"
	"marengo/eval"
	"marengo/nn"
	"marengo/setup"
)

// weightsOption is taken by players that can use StrAItego's networks.
var weightsOption = Option{Name: "weights", Help: "folder of networks to use instead of the built-in ones"}

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
	moveWeights  = "straitego-moves.weights"
	rankWeights  = "straitego-ranks.weights"
	stateWeights = "straitego-states.weights"
	humanWeights = "straitego-human.weights"
)

// loadNetwork reads a network from the folder that the weights option names, at
// once, so that a bad file is an error in the agent string; or from the program
// itself, when the first agent is made.
func loadNetwork[W any](a *Args, name string, read func(*nn.File) (W, error)) func() (W, error) {
	path, raw := "built-in "+name, []byte(nil)
	var err error
	folder := a.String("weights")
	switch {
	case folder != "":
		path = filepath.Join(folder, name)
		raw, err = a.readFrom("weights", folder, name)
	case name == humanWeights:
		raw, err = setup.BuiltInClassifier()
	default:
		if raw, err = builtIn.ReadFile("weights/" + name); err != nil {
			err = fmt.Errorf("this program was built without %s; give weights=FOLDER", name)
		}
	}
	var w W
	if err == nil {
		if folder == "" {
			a.identify(path, raw)
		}
		kernel := a.kernel()
		if kernel != nil {
			a.computes(kernel)
		}
		w, err = parseNetwork(path, raw, kernel, read)
	}
	if err != nil {
		a.Fail("weights", err)
	}
	return func() (W, error) { return w, err }
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
