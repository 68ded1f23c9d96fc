package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Limits on what a child process may send.
const (
	maxLine   = 512     // characters of a line
	maxQueued = 8       // lines read ahead of what was asked for
	maxStderr = 4 << 10 // last characters of the error output that are kept
)

// process is a child that is talked to line by line. It has a process group of its
// own, which is killed with it.
type process struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	stderr *os.File
	lines  chan string   // closed at the end of the output
	ended  error         // why the output ended, once lines is closed
	quit   chan struct{} // closed to stop reading
	closed sync.Once
	tail   tailBuffer
	exited chan struct{} // closed once the child is reaped
	reader sync.WaitGroup
}

// startProcess starts a command.
func startProcess(argv []string) (*process, error) {
	p := &process{cmd: exec.Command(argv[0], argv[1:]...), lines: make(chan string, maxQueued),
		quit: make(chan struct{}), exited: make(chan struct{})}
	ownGroup(p.cmd)
	var childEnds []*os.File
	pipe := func(childReads bool) *os.File {
		r, w, err := os.Pipe()
		if err != nil {
			return nil
		}
		if childReads {
			childEnds = append(childEnds, r)
			return w
		}
		childEnds = append(childEnds, w)
		return r
	}
	p.stdin, p.stdout, p.stderr = pipe(true), pipe(false), pipe(false)
	if len(childEnds) != 3 {
		return nil, errors.Join(fmt.Errorf("no pipes for %q", argv[0]), closeFiles(append(childEnds, p.stdin, p.stdout, p.stderr)...))
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = childEnds[0], childEnds[1], childEnds[2]
	err := p.cmd.Start()
	if closeErr := closeFiles(childEnds...); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot start %q: %w", argv[0], err), closeFiles(p.stdin, p.stdout, p.stderr))
	}
	p.reader.Add(2)
	go p.readLines()
	go p.readStderr()
	go func() {
		// The state of the child is all that Wait has to tell here.
		_ = p.cmd.Wait()
		close(p.exited)
	}()
	return p, nil
}

func closeFiles(files ...*os.File) error {
	var errs []error
	for _, f := range files {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// readLines queues the child's lines. Once the queue is full it stops reading, so
// that endless output costs no memory. What stands before the end of the
// output without a line end is a line too.
func (p *process) readLines() {
	defer p.reader.Done()
	defer close(p.lines)
	r := bufio.NewReaderSize(p.stdout, maxLine)
	for {
		text, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			p.ended = fmt.Errorf("it sent a line of more than %d characters", maxLine)
			return
		}
		if len(text) > 0 {
			select {
			case p.lines <- strings.TrimSuffix(string(text), "\n"):
			case <-p.quit:
				return
			}
		}
		if err != nil {
			p.ended = errors.New("it closed its output")
			return
		}
	}
}

func (p *process) readStderr() {
	defer p.reader.Done()
	// The end of the error output is no news.
	_, _ = io.Copy(&p.tail, p.stderr)
}

// errEnded says that a child sends nothing any more.
type errEnded struct{ why string }

func (e *errEnded) Error() string { return e.why }

// read returns the child's next line. What it sent before it ended is still read.
func (p *process) read(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if ok {
			return line, nil
		}
	case <-ctx.Done():
		return "", ctx.Err()
	}
	why := p.ended.Error()
	select {
	case <-p.exited:
		why = "it ended (" + p.cmd.ProcessState.String() + ")"
	case <-time.After(exitGrace):
	}
	return "", &errEnded{why}
}

// exitGrace is how long after the end of its output a child's exit status is
// waited for.
const exitGrace = 2 * time.Second

// write sends lines. A child that has ended takes none, which shows when it is
// read from; one that does not read blocks until ctx ends.
func (p *process) write(ctx context.Context, lines ...string) error {
	deadline, _ := ctx.Deadline() // zero: no deadline
	if err := p.stdin.SetWriteDeadline(deadline); err != nil {
		return fmt.Errorf("cannot limit the time of writing: %w", err)
	}
	stop := context.AfterFunc(ctx, func() {
		// A pipe that took a deadline before takes this one.
		_ = p.stdin.SetWriteDeadline(time.Now())
	})
	defer stop()
	_, err := io.WriteString(p.stdin, strings.Join(lines, "\n")+"\n")
	if errors.Is(err, os.ErrDeadlineExceeded) {
		if ctx.Err() != nil {
			return fmt.Errorf("it does not read its input: %w", ctx.Err())
		}
		return fmt.Errorf("it does not read its input: %w", context.DeadlineExceeded)
	}
	return nil
}

// end waits a while for the child to exit by itself, then kills it with all of its
// process group, and frees everything.
func (p *process) end(wait time.Duration) (err error) {
	p.closed.Do(func() {
		err = p.stdin.Close()
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-p.exited:
		case <-timer.C:
		}
		killGroup(p.cmd)
		<-p.exited
		close(p.quit)
		// Descendants that left the group may hold the pipes open: their output is
		// read no further.
		soon := time.Now().Add(exitGrace)
		err = errors.Join(err, p.stdout.SetReadDeadline(soon), p.stderr.SetReadDeadline(soon))
		p.reader.Wait()
		err = errors.Join(err, p.stdout.Close(), p.stderr.Close())
	})
	return err
}

// tailBuffer keeps the last maxStderr characters written to it.
type tailBuffer struct {
	mu      sync.Mutex
	data    []byte
	dropped bool
}

func (t *tailBuffer) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, b...)
	if extra := len(t.data) - maxStderr; extra > 0 {
		t.data = append(t.data[:0], t.data[extra:]...)
		t.dropped = true
	}
	return len(b), nil
}

// lines returns what was kept, line by line.
func (t *tailBuffer) lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimRight(strings.ToValidUTF8(string(t.data), "?"), "\n")
	if text == "" {
		return nil
	}
	if t.dropped {
		text = "…" + text
	}
	return strings.Split(text, "\n")
}
