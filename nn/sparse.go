package nn

// Sparse is an input given by the nonzeros of its rows: one row for each token of
// a Transformer. Fill it row by row with Add and EndRow; Reset makes it
// empty and keeps its memory.
type Sparse struct {
	index []uint16
	value []float32
	ends  []int32 // where each row's nonzeros end
}

// Reset removes all rows.
func (s *Sparse) Reset() {
	s.index, s.value, s.ends = s.index[:0], s.value[:0], s.ends[:0]
}

// Add puts a value into the row being filled; the same feature twice adds up.
func (s *Sparse) Add(feature uint16, value float32) {
	s.index = append(s.index, feature)
	s.value = append(s.value, value)
}

// EndRow ends the row being filled, which may be empty.
func (s *Sparse) EndRow() { s.ends = append(s.ends, int32(len(s.index))) }

// Rows returns how many rows have been ended.
func (s *Sparse) Rows() int { return len(s.ends) }

// SetDense fills s with the rows of a dense matrix, each width wide.
func (s *Sparse) SetDense(x []float32, width int) {
	s.Reset()
	for ; len(x) >= width; x = x[width:] {
		for i, v := range x[:width] {
			if v != 0 {
				s.Add(uint16(i), v)
			}
		}
		s.EndRow()
	}
}

// row returns the nonzeros of a row.
func (s *Sparse) row(r int) (index []uint16, value []float32) {
	start := int32(0)
	if r > 0 {
		start = s.ends[r-1]
	}
	return s.index[start:s.ends[r]], s.value[start:s.ends[r]]
}

// below says whether every feature is under n.
func (s *Sparse) below(n int) bool {
	for _, i := range s.index {
		if int(i) >= n {
			return false
		}
	}
	return true
}
