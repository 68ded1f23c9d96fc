package nn_test

import (
	"fmt"
	"log"

	"marengo/nn"
)

// A position goes in as 92 rows of features, and comes out as the chance of each
// legal move and of each result.
func ExampleTransformer_Evaluate() {
	file, err := nn.Open("testdata/transformer-f16.weights")
	if err != nil {
		log.Fatal(err)
	}
	weights, err := file.Transformer() // shared by all goroutines
	if err != nil {
		log.Fatal(err)
	}
	plain, err := nn.KernelNamed("plain") // the same numbers on every processor
	if err != nil {
		log.Fatal(err)
	}
	network := weights.With(plain).New() // one for each goroutine

	features := make([]float32, nn.Tokens*nn.Features)
	features[30*nn.Features+36] = 1 // token 30 is empty
	legal := []uint16{20*nn.Tokens + 30, 21*nn.Tokens + 31}
	policy := make([]float32, len(legal))
	value, err := network.Evaluate(features, legal, policy)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("moves %.3f\n", policy)
	fmt.Printf("win %.3f, draw %.3f, loss %.3f\n", value.Win, value.Draw, value.Loss)
	// Output:
	// moves [0.522 0.478]
	// win 0.150, draw 0.543, loss 0.307
}

// The same input by its nonzeros: a row for each token, ended even when it is empty.
func ExampleTransformer_EvaluateSparse() {
	file, err := nn.Open("testdata/transformer-i8.weights")
	if err != nil {
		log.Fatal(err)
	}
	weights, err := file.Transformer()
	if err != nil {
		log.Fatal(err)
	}
	var features nn.Sparse
	for token := range nn.Tokens {
		if token == 30 {
			features.Add(36, 1)
		}
		features.EndRow()
	}
	value, err := weights.New().EvaluateSparse(&features, nil, nil) // with this processor's fastest kernel
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("expected result %.1f\n", value.Expected())
	// Output:
	// expected result -0.2
}

// A perceptron names the encoding of its input, so that weights made for another
// are refused.
func ExamplePerceptron_Evaluate() {
	file, err := nn.Open("testdata/perceptron-sigmoid.weights")
	if err != nil {
		log.Fatal(err)
	}
	weights, err := file.Perceptron("golden-1")
	if err != nil {
		log.Fatal(err)
	}
	input := make([]float32, 48)
	input[3], input[17] = 1, 1
	output, err := weights.New().Evaluate(input)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", output)
	if _, err := file.Perceptron("golden-2"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [0.514 0.470 0.501 0.555 0.476]
	// testdata/perceptron-sigmoid.weights: made for features "golden-1", this program makes "golden-2"
}

// A damaged file is refused in one sentence.
func ExampleParse() {
	_, err := nn.Parse("champion.weights", []byte("MARENGO"))
	fmt.Println(err)
	// Output: champion.weights: truncated: 7 bytes are too few for a weight file
}
