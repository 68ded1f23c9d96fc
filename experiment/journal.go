package experiment

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// Journal keeps the finished pieces of long experiments in a file, a line each, so that
// one that was stopped goes on where it was. It is safe for use by several
// goroutines at once.
type Journal struct {
	lock sync.Mutex
	file *os.File
	done map[string]json.RawMessage
}

// journalHead is the first line of the file.
type journalHead struct {
	Journal string `json:"journal"`
	Program string `json:"program"` // which build made the results
}

const journalName = "marengo experiment"

// journalLine is a finished piece.
type journalLine struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// OpenJournal opens a journal or begins one. Results of another build are an
// error: they need not be what this one would find. A last line that was cut off is
// done again.
func OpenJournal(path, program string) (*Journal, error) {
	j := &Journal{done: map[string]json.RawMessage{}}
	head, whole, err := j.read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("results %s: %w", path, err)
	case head.Journal != journalName:
		return nil, fmt.Errorf("%s holds no results of experiments", path)
	case head.Program != program:
		return nil, fmt.Errorf("%s holds results of another build of marengo; take that one or another file", path)
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	if err := errors.Join(j.file.Truncate(whole), seekTo(j.file, whole)); err != nil {
		return nil, errors.Join(fmt.Errorf("results %s: %w", path, err), j.file.Close())
	}
	if whole == 0 {
		err = j.write(journalHead{journalName, program})
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("results %s: %w", path, err), j.file.Close())
	}
	return j, nil
}

func seekTo(f *os.File, at int64) error {
	_, err := f.Seek(at, 0)
	return err
}

// read takes in what is there and returns how many bytes of it are whole lines.
func (j *Journal) read(path string) (head journalHead, whole int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return head, 0, err
	}
	defer f.Close() // only read from
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return head, whole, nil // the end, or a line without one
		}
		if n == 1 {
			err = json.Unmarshal(line, &head)
		} else {
			var l journalLine
			if err = json.Unmarshal(line, &l); err == nil {
				j.done[l.Key] = l.Value
			}
		}
		if err != nil {
			return head, 0, fmt.Errorf("line %d: %w", n, err)
		}
		whole += int64(len(line))
	}
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// find reads a finished piece into v and says whether there is one.
func (j *Journal) find(key string, v any) (bool, error) {
	j.lock.Lock()
	raw, ok := j.done[key]
	j.lock.Unlock()
	if !ok {
		return false, nil
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return false, fmt.Errorf("results: %s: %w", key, err)
	}
	return true, nil
}

// add writes a finished piece.
func (j *Journal) add(key string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("results: %s: %w", key, err)
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	j.done[key] = raw
	return j.write(journalLine{key, raw})
}

func (j *Journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}
