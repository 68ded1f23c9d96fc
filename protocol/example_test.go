package protocol_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"marengo/agent"
	"marengo/protocol"
	"marengo/stratego"
)

// first sets up as it is told and plays the first legal move.
type first struct{ setup stratego.Setup }

func (f first) Setup(context.Context, agent.Game) (stratego.Setup, error) { return f.setup, nil }

func (f first) Move(_ context.Context, v *stratego.View, _ agent.Budget) (agent.Action, error) {
	return agent.Action{Move: v.Moves(nil)[0]}, nil
}

func (f first) Close() error { return nil }

// An engine answers a manager line by line.
func ExampleEngine() {
	setup, err := stratego.ParseSetup("B235B6667F43B356S837B2252B98M2242B427453")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		fmt.Println(err)
		return
	}
	manager := "RED opponent 10 10\nSTART\n" + strings.Repeat("the board\n", 10) + "QUIT opponent BLUE SURRENDER 1 148 148\n"
	e := protocol.Engine{Agent: first{setup}, Rules: rules, Log: os.Stderr}
	if err := e.Serve(context.Background(), strings.NewReader(manager), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// F4555B689B
	// 483s568B87
	// 9132B9699B
	// 867497B979
	// 9 3 DOWN
}
