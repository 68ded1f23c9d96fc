package lookahead

import (
	"hash/maphash"

	"marengo/nn/evaluator"
	"marengo/nn/features"
)

// leaves are the positions whose value is wanted, each asked for once: worlds differ in
// what we do not see, so most of them lead to the same few positions.
type leaves struct {
	questions []evaluator.Question
	answered  int
	policies  bool    // what we would play is wanted too of those asked for next
	buckets   []int32 // open addressing: 1 + index of a question, 0 for none
	seed      maphash.Seed
}

func (l *leaves) reset() {
	if l.buckets == nil {
		l.seed = maphash.MakeSeed()
		l.buckets = make([]int32, 256)
	}
	clear(l.buckets)
	l.questions, l.answered = l.questions[:0], 0
}

// find returns the question with a record, or where it belongs.
func (l *leaves) find(r *features.Record) (index int, bucket uint64, ok bool) {
	mask := uint64(len(l.buckets) - 1)
	for b := maphash.Bytes(l.seed, r[:]) & mask; ; b = (b + 1) & mask {
		i := int(l.buckets[b]) - 1
		if i < 0 {
			return 0, b, false
		}
		if l.questions[i].Record == *r {
			return i, b, true
		}
	}
}

// ask returns the question with a record, and enters one if there is room for more.
func (l *leaves) ask(r *features.Record, room int) (index int, ok bool) {
	i, bucket, ok := l.find(r)
	if ok {
		return i, true
	}
	if len(l.questions)-l.answered >= room {
		return 0, false
	}
	l.questions = extend(l.questions)
	i = len(l.questions) - 1
	q := &l.questions[i]
	q.Record, q.ValueOnly = *r, !l.policies
	l.buckets[bucket] = int32(i + 1)
	if 2*len(l.questions) > len(l.buckets) {
		l.grow()
	}
	return i, true
}

// grow doubles the table.
func (l *leaves) grow() {
	l.buckets = make([]int32, 2*len(l.buckets))
	for i := range l.questions {
		_, bucket, _ := l.find(&l.questions[i].Record)
		l.buckets[bucket] = int32(i + 1)
	}
}

// extend lengthens a slice of questions by one, without writing to it where there is
// room.
func extend(q []evaluator.Question) []evaluator.Question {
	if len(q) < cap(q) {
		return q[:len(q)+1]
	}
	return append(q, evaluator.Question{})
}
