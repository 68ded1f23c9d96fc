package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Table is what an experiment prints.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	Notes   []string // sentences below: sample size, interval, bounds, settings
}

// Add appends a row; cells are written with fmt.Sprint.
func (t *Table) Add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprint(c)
	}
	t.Rows = append(t.Rows, row)
}

// Note appends a sentence.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// Write writes the table as the options say.
func (t *Table) Write(w io.Writer, o *Options) error {
	if o.CSV {
		return t.writeCSV(w)
	}
	return t.writeText(w)
}

func (t *Table) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(t.Columns); err != nil {
		return err
	}
	if err := c.WriteAll(t.Rows); err != nil {
		return err
	}
	c.Flush()
	return c.Error()
}

// writeText aligns columns: the first to the left, numbers to the right.
func (t *Table) writeText(w io.Writer) error {
	width := make([]int, len(t.Columns))
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", t.Title)
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line += cell + pad
			} else {
				line += "  " + pad + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if len(t.Notes) > 0 {
		b.WriteString("\n")
	}
	for _, n := range t.Notes {
		b.WriteString(n + "\n")
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

// thousands writes a number with separators: 5,408,948,866.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// percent writes a share with two decimals.
func percent(x float64) string { return fmt.Sprintf("%.2f%%", 100*x) }
