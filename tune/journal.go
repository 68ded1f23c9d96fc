package tune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// Journal is what a run has measured, in a file that survives the run: a line of JSON that
// says what is tuned and how, then one for each point. Every line is on the disk before the run
// goes on.
type Journal struct {
	path    string
	file    *os.File
	entries []entry
	next    int // the entry that the run comes to next
}

// entry is one point that was measured.
type entry struct {
	Generation int       `json:"generation"`
	Values     []float64 `json:"values"`
	Score      float64   `json:"score"`
	Games      int       `json:"games"`
}

// CreateJournal begins a journal; a file that is there already is left alone, and an error.
func CreateJournal(path string, s Spec) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR|os.O_APPEND, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s is there already: resume that run, or give another folder", path)
	}
	if err != nil {
		return nil, err
	}
	j := &Journal{path: path, file: f}
	if err := j.write(s); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// OpenJournal reads a journal, to go on with its run. A last line that is not whole was being
// written when the run was killed, and is cut off.
func OpenJournal(path string) (*Journal, Spec, error) {
	var s Spec
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, s, err
	}
	j := &Journal{path: path, file: f}
	if err := j.read(&s); err != nil {
		return nil, s, errors.Join(err, f.Close())
	}
	return j, s, nil
}

func (j *Journal) read(s *Spec) error {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if err := j.file.Truncate(int64(whole)); err != nil {
		return err
	}
	for n, line := range bytes.Split(bytes.TrimSuffix(data[:whole], []byte("\n")), []byte("\n")) {
		if n == 0 {
			err = json.Unmarshal(line, s)
		} else {
			j.entries = append(j.entries, entry{})
			err = json.Unmarshal(line, &j.entries[n-1])
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", j.path, n+1, err)
		}
	}
	return nil
}

// write adds a line.
func (j *Journal) write(of any) error {
	line, err := json.Marshal(of)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// recall returns what was measured at a point by an earlier part of the run, if it came so
// far. A run that comes to other points is another run.
func (j *Journal) recall(generation int, values []float64) (e entry, ok bool, err error) {
	if j.next == len(j.entries) {
		return entry{}, false, nil
	}
	e = j.entries[j.next]
	if e.Generation != generation || !slices.Equal(e.Values, values) {
		return e, false, fmt.Errorf("%s: point %d is another than this program comes to: it belongs to another version", j.path, j.next+1)
	}
	j.next++
	return e, true, nil
}

// add keeps a point that was measured.
func (j *Journal) add(e entry) error {
	j.entries = append(j.entries, e)
	j.next++
	return j.write(e)
}
