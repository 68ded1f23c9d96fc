package evaluator

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"marengo/nn"
	"marengo/nn/features"
	"marengo/stratego"
)

// Remote has its questions answered by train/champion/evaluator.py, a process that holds the
// network, as a rule on a GPU. It is safe for use by many goroutines: what they
// ask at the same time is answered in one batch.
//
// The server listens on a Unix socket. A client says in one line which observation it
// writes and which weights it wants, and is told in another a file of shared memory and its layout,
// or in a sentence why not:
//
//	evaluate 2 observation-2 SHA256
//	ok PATH SLOTS CAPACITY
//
// The memory has a block for each slot: records u8[capacity][960], then answers
// f32[capacity][256] of 250 policy, 3 value and 3 unused numbers, then beliefs
// f32[capacity][92][12], logits of the belief head; each begins at a multiple of 4096. Six
// bytes, the slot, the number of records and how many of them, from the first, want
// beliefs (all u16), then ask for a slot's records to be answered, and come back when they
// are.
type Remote struct {
	conn     net.Conn
	memory   []byte
	capacity int

	mu      sync.Mutex
	waiting []*job    // not yet in a slot; the first may be partly
	slots   [][]share // what each slot in use is busy with
	free    []int
	failure error // why no more answers come
}

// job is a batch of one caller's.
type job struct {
	questions []Question
	sent      int  // how many have been put into slots
	left      int  // how many are unanswered
	taking    bool // its answers are being read: it is not let go
	ended     bool
	done      chan struct{}
}

// end lets who waits for the job go, once.
func (j *job) end() {
	if !j.ended && !j.taking {
		j.ended = true
		close(j.done)
	}
}

// share is the part of a job that is in a slot.
type share struct {
	job         *job
	first, last int
}

const (
	remoteVersion = 2
	answerSize    = 256 // numbers
	valueAt       = features.MaxLegal
	memoryAlign   = 4096
	messageSize   = 6
	maxSlots      = 64
	maxCapacity   = 1 << 15
	beliefSize    = features.Tokens * stratego.Ranks // numbers

	// helloLimit bounds the wait for the server's first line.
	helloLimit = 10 * time.Second
)

// Dial connects to the server at a socket, for the network whose weight file has the
// given hash, in hexadecimal.
func Dial(socket, weights string) (*Remote, error) {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return nil, fmt.Errorf("no evaluator answers at %s: %w", socket, err)
	}
	r := &Remote{conn: conn}
	if err := r.greet(weights); err != nil {
		conn.Close()
		return nil, fmt.Errorf("evaluator at %s: %w", socket, err)
	}
	go r.listen()
	return r, nil
}

// Refusal is why a server that is there does not answer for a network.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// greet agrees with the server on the shared memory.
func (r *Remote) greet(weights string) error {
	if err := r.conn.SetDeadline(time.Now().Add(helloLimit)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(r.conn, "evaluate %d %s %s\n", remoteVersion, features.Name, weights); err != nil {
		return err
	}
	line, err := bufio.NewReaderSize(io.LimitReader(r.conn, 4096), 16).ReadString('\n')
	if err != nil {
		return fmt.Errorf("no answer to the greeting: %w", err)
	}
	line = strings.TrimSpace(line)
	if reason, refused := strings.CutPrefix(line, "no "); refused {
		return Refusal(reason)
	}
	var path string
	var slots int
	if _, err := fmt.Sscanf(line, "ok %s %d %d", &path, &slots, &r.capacity); err != nil ||
		slots < 1 || slots > maxSlots || r.capacity < 1 || r.capacity > maxCapacity {
		return fmt.Errorf("unexpected answer %q to the greeting", line)
	}
	if r.memory, err = openShared(path, slots*blockSize(r.capacity)); err != nil {
		return err
	}
	r.slots = make([][]share, slots)
	for i := range slots {
		r.free = append(r.free, i)
	}
	return r.conn.SetDeadline(time.Time{})
}

func aligned(n int) int { return (n + memoryAlign - 1) / memoryAlign * memoryAlign }

func answersAt(capacity int) int { return aligned(capacity * features.RecordSize) }

func beliefsAt(capacity int) int { return answersAt(capacity) + aligned(capacity*answerSize*4) }

func blockSize(capacity int) int { return beliefsAt(capacity) + aligned(capacity*beliefSize*4) }

// block returns a slot's memory.
func (r *Remote) block(slot int) []byte {
	size := blockSize(r.capacity)
	return r.memory[slot*size : (slot+1)*size]
}

// Evaluate implements Evaluator. It waits for all answers, whatever ctx says: they are
// on their way.
func (r *Remote) Evaluate(_ context.Context, questions []Question) (int, error) {
	if len(questions) == 0 {
		return 0, nil
	}
	j := &job{questions: questions, left: len(questions), done: make(chan struct{})}
	r.mu.Lock()
	err := r.failure
	if err == nil {
		r.waiting = append(r.waiting, j)
		r.dispatch()
	}
	r.mu.Unlock()
	if err != nil {
		return 0, err
	}
	<-j.done
	r.mu.Lock()
	defer r.mu.Unlock()
	if j.left > 0 {
		return 0, r.failure
	}
	return len(questions), nil
}

// dispatch fills free slots and hands them over; r.mu is held. While the server is busy
// with others, a slot that would not be half full waits for more.
func (r *Remote) dispatch() {
	for len(r.free) > 0 && len(r.waiting) > 0 && r.failure == nil {
		busy := len(r.free) < len(r.slots)
		if busy && r.queued() < r.capacity/2 {
			return
		}
		slot := r.free[len(r.free)-1]
		r.free = r.free[:len(r.free)-1]
		n, beliefs := r.fill(slot)
		var message [messageSize]byte
		binary.LittleEndian.PutUint16(message[0:], uint16(slot))
		binary.LittleEndian.PutUint16(message[2:], uint16(n))
		binary.LittleEndian.PutUint16(message[4:], uint16(beliefs))
		if _, err := r.conn.Write(message[:]); err != nil {
			r.fail(fmt.Errorf("asking the evaluator: %w", err))
		}
	}
}

// queued returns how many questions wait for a slot, counting no further than needed.
func (r *Remote) queued() (n int) {
	for _, j := range r.waiting {
		if n += len(j.questions) - j.sent; n >= r.capacity {
			break
		}
	}
	return n
}

// fill copies waiting records into a slot and returns their number, and that of the last
// one whose belief is wanted.
func (r *Remote) fill(slot int) (n, beliefs int) {
	block := r.block(slot)
	shares := r.slots[slot][:0]
	for len(r.waiting) > 0 && n < r.capacity {
		j := r.waiting[0]
		s := share{j, j.sent, min(len(j.questions), j.sent+r.capacity-n)}
		for i := s.first; i < s.last; i++ {
			copy(block[n*features.RecordSize:], j.questions[i].Record[:])
			n++
			if j.questions[i].Belief != nil {
				beliefs = n
			}
		}
		shares = append(shares, s)
		if j.sent = s.last; j.sent == len(j.questions) {
			r.waiting = r.waiting[1:]
		}
	}
	r.slots[slot] = shares
	return n, beliefs
}

// listen takes the answers as they come, until the connection ends.
func (r *Remote) listen() {
	var message [messageSize]byte
	for {
		if _, err := io.ReadFull(r.conn, message[:]); err != nil {
			r.mu.Lock()
			r.fail(fmt.Errorf("the evaluator has gone: %w", err))
			r.mu.Unlock()
			return
		}
		slot := int(binary.LittleEndian.Uint16(message[0:]))
		r.mu.Lock()
		if slot >= len(r.slots) || len(r.slots[slot]) == 0 {
			r.fail(fmt.Errorf("the evaluator answered slot %d, which was not asked", slot))
			r.mu.Unlock()
			return
		}
		shares := r.slots[slot]
		setTaking(shares, true)
		r.mu.Unlock()

		r.take(slot, shares)

		r.mu.Lock()
		setTaking(shares, false)
		for _, s := range shares {
			if s.job.left -= s.last - s.first; s.job.left == 0 || r.failure != nil {
				s.job.end()
			}
		}
		r.slots[slot] = shares[:0]
		r.free = append(r.free, slot)
		r.dispatch()
		r.mu.Unlock()
	}
}

func setTaking(shares []share, taking bool) {
	for _, s := range shares {
		s.job.taking = taking
	}
}

// take reads a slot's answers. The slot is not used meanwhile.
func (r *Remote) take(slot int, shares []share) {
	block := r.block(slot)
	answers, beliefs := block[answersAt(r.capacity):], block[beliefsAt(r.capacity):]
	number := func(i int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(answers[4*i:])) }
	for _, s := range shares {
		for i := s.first; i < s.last; i++ {
			q := &s.job.questions[i]
			for k := range q.Policy() {
				q.policy[k] = number(k)
			}
			q.Value = nn.Value{Win: number(valueAt), Draw: number(valueAt + 1), Loss: number(valueAt + 2)}
			if q.Belief != nil {
				q.Record.Belief(readLogits(beliefs), q.Belief)
			}
			answers, beliefs = answers[4*answerSize:], beliefs[4*beliefSize:]
		}
	}
}

func readLogits(from []byte) *features.Logits {
	l := new(features.Logits)
	for t := range l {
		for k := range l[t] {
			l[t][k] = math.Float32frombits(binary.LittleEndian.Uint32(from))
			from = from[4:]
		}
	}
	return l
}

// fail lets everyone who waits go, with the reason, but those whose answers are being read,
// whom listen lets go when it has them; r.mu is held.
func (r *Remote) fail(err error) {
	if r.failure != nil {
		return
	}
	r.failure = err
	for _, j := range r.waiting {
		j.end()
	}
	for _, shares := range r.slots {
		for _, s := range shares {
			s.job.end()
		}
	}
}

// Err returns why no more answers come; nil while they do.
func (r *Remote) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failure
}

// Close ends the connection.
func (r *Remote) Close() error { return r.conn.Close() }

// openShared maps the server's file.
func openShared(path string, size int) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != int64(size) {
		return nil, fmt.Errorf("shared memory %s has %d bytes, expected %d", path, info.Size(), size)
	}
	return mapShared(f, size)
}
