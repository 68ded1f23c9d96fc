package evaluator

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"marengo/nn/features"
	"marengo/stratego"
)

const (
	testSlots    = 3
	testCapacity = 16
)

// server stands in for train/champion/evaluator.py: each answer is made of the record's own bytes,
// so that a test can tell whose it is. It hangs up after some batches, if told.
type server struct {
	t       *testing.T
	folder  string
	batches int
	hangUp  int
}

func serve(t *testing.T, hangUp int) (*server, string) {
	t.Helper()
	folder := t.TempDir()
	socket := filepath.Join(folder, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &server{t: t, folder: folder, hangUp: hangUp}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.client(conn)
		}
	}()
	return s, socket
}

func (s *server) client(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	line, err := r.ReadString('\n')
	if err != nil {
		return
	}
	if want := fmt.Sprintf("evaluate 2 %s right\n", features.Name); line != want {
		fmt.Fprintln(conn, "no", "no network has these weights")
		return
	}
	path := filepath.Join(s.folder, "memory")
	if err := os.WriteFile(path, make([]byte, testSlots*blockSize(testCapacity)), 0o600); err != nil {
		s.t.Error(err)
		return
	}
	memory, err := openShared(path, testSlots*blockSize(testCapacity))
	if err != nil {
		s.t.Error(err)
		return
	}
	fmt.Fprintln(conn, "ok", path, testSlots, testCapacity)
	var message [messageSize]byte
	for {
		if _, err := io.ReadFull(r, message[:]); err != nil {
			return
		}
		if s.batches++; s.hangUp > 0 && s.batches > s.hangUp {
			return
		}
		slot, n := int(binary.LittleEndian.Uint16(message[0:])), int(binary.LittleEndian.Uint16(message[2:]))
		beliefs := int(binary.LittleEndian.Uint16(message[4:]))
		block := memory[slot*blockSize(testCapacity):]
		for i := range n {
			mark := float32(mark((*features.Record)(block[i*features.RecordSize:])))
			for k := range answerSize {
				at := answersAt(testCapacity) + 4*(i*answerSize+k)
				binary.LittleEndian.PutUint32(block[at:], math.Float32bits(mark+float32(k)))
			}
			for k := range beliefSize {
				logit := float32(math.NaN())
				if i < beliefs {
					logit = logitOf(mark, k)
				}
				at := beliefsAt(testCapacity) + 4*(i*beliefSize+k)
				binary.LittleEndian.PutUint32(block[at:], math.Float32bits(logit))
			}
		}
		if _, err := conn.Write(message[:]); err != nil {
			return
		}
	}
}

// mark is a number that tells records apart.
func mark(r *features.Record) (sum int) {
	for i, b := range r {
		sum = (sum*31 + int(b)*(i+1)) % 1000003
	}
	return sum
}

// logitOf is number k of the belief about a record with a mark.
func logitOf(mark float32, k int) float32 { return float32((int(mark)+k)%7) / 3 }

func TestRemoteAnswersEveryone(t *testing.T) {
	_, socket := serve(t, 0)
	r, err := Dial(socket, "right")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var wait sync.WaitGroup
	for size := 1; size <= 40; size++ {
		wait.Go(func() {
			for range 5 {
				questions := ask(t, size)
				for i := range questions {
					if size%3 == 0 && i%2 == 0 {
						questions[i].Belief = new(features.Belief)
					}
				}
				if n, err := r.Evaluate(context.Background(), questions); n != size || err != nil {
					t.Errorf("%d answers of %d: %v", n, size, err)
					return
				}
				for i := range questions {
					q := &questions[i]
					want := float32(mark(&q.Record))
					for k, p := range q.Policy() {
						if p != want+float32(k) {
							t.Errorf("question %d of %d has another's answer", i, size)
							return
						}
					}
					if q.Value.Win != want+valueAt || q.Value.Draw != want+valueAt+1 || q.Value.Loss != want+valueAt+2 {
						t.Errorf("question %d of %d has the value %v, expected %v and following", i, size, q.Value, want+valueAt)
					}
					if q.Belief != nil {
						checkBelief(t, q, want)
					}
				}
			}
		})
	}
	wait.Wait()
	if r.Err() != nil {
		t.Error(r.Err())
	}
}

func checkBelief(t *testing.T, q *Question, mark float32) {
	t.Helper()
	var logits features.Logits
	for k := range beliefSize {
		logits[k/stratego.Ranks][k%stratego.Ranks] = logitOf(mark, k)
	}
	var want features.Belief
	if q.Record.Belief(&logits, &want); *q.Belief != want {
		t.Error("a question has another's belief")
	}
}

// TestRemoteGone has servers hang up while many wait: each is told, and none is left
// waiting. A hundred times, since it matters what is being read at that moment.
func TestRemoteGone(t *testing.T) {
	for range 100 {
		hangUp(t)
	}
}

func hangUp(t *testing.T) {
	t.Helper()
	_, socket := serve(t, 3)
	r, err := Dial(socket, "right")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var wait sync.WaitGroup
	for range 30 {
		wait.Go(func() {
			for {
				questions := ask(t, 7)
				if n, err := r.Evaluate(context.Background(), questions); err != nil {
					if n != 0 || !strings.Contains(err.Error(), "evaluator") {
						t.Errorf("%d answers and %v", n, err)
					}
					return
				}
			}
		})
	}
	wait.Wait()
	if r.Err() == nil {
		t.Error("the connection has no error")
	}
}

func TestRemoteRefusals(t *testing.T) {
	_, socket := serve(t, 0)
	if _, err := Dial(socket, "wrong"); !errors.As(err, new(Refusal)) || !strings.Contains(err.Error(), "no network has these weights") {
		t.Errorf("other weights: %v", err)
	}
	if _, err := Dial(socket+"-none", "right"); errors.As(err, new(Refusal)) || err == nil || !strings.Contains(err.Error(), "no evaluator answers") {
		t.Errorf("no server: %v", err)
	}
}
