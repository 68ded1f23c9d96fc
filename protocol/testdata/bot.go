// A bot that plays any legal move.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strings"
)

var in = bufio.NewScanner(os.Stdin)

// hear reads a line, and leaves when the game is over.
func hear() string {
	if !in.Scan() || strings.HasPrefix(in.Text(), "QUIT") {
		os.Exit(0)
	}
	return in.Text()
}

// moves lists every step of an own piece onto an empty square or an enemy.
func moves(board []string) (list []string) {
	steps := map[string][2]int{"UP": {0, -1}, "DOWN": {0, 1}, "LEFT": {-1, 0}, "RIGHT": {1, 0}}
	for y, row := range board {
		for x, piece := range row {
			if !strings.ContainsRune("123456789s", piece) {
				continue
			}
			for word, d := range steps {
				toX, toY := x+d[0], y+d[1]
				if toX >= 0 && toX < 10 && toY >= 0 && toY < 10 && strings.ContainsRune(".#", rune(board[toY][toX])) {
					list = append(list, fmt.Sprintf("%d %d %s", x, y, word))
				}
			}
		}
	}
	return list
}

func main() {
	hear() // our colour, the opponent's name, the board's size
	pieces := []byte("FBBBBBBs99999999888887777666655554443321")
	rand.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	for row := 0; row < 40; row += 10 {
		fmt.Println(string(pieces[row : row+10]))
	}
	for {
		hear() // START, or the opponent's move and its outcome
		board := make([]string, 10)
		for y := range board {
			board[y] = hear()
		}
		if list := moves(board); len(list) > 0 {
			fmt.Println(list[rand.Intn(len(list))])
		} else {
			fmt.Println("SURRENDER")
		}
		hear() // our own move and its outcome
	}
}
