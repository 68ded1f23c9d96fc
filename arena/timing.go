package arena

import (
	"math"
	"math/bits"
	"time"
)

// timing sums up the times of moves: their mean exactly, their quantiles within a
// sixteenth, in constant memory.
type timing struct {
	count  int64
	total  time.Duration
	bucket [64 << timingBits]uint32
}

// timingBits is how many bits below the leading one tell buckets apart.
const timingBits = 3

// add counts a move.
func (t *timing) add(d time.Duration) {
	t.count++
	t.total += d
	t.bucket[bucketOf(d)]++
}

// bucketOf numbers the microseconds of a time by their leading bits.
func bucketOf(d time.Duration) int {
	us := uint64(max(0, d.Microseconds()))
	if us < 1<<timingBits {
		return int(us)
	}
	shift := bits.Len64(us) - 1 - timingBits
	return (shift+1)<<timingBits + int(us>>shift&(1<<timingBits-1))
}

// bucketTime returns the middle of a bucket.
func bucketTime(b int) time.Duration {
	if b < 1<<timingBits {
		return time.Duration(b) * time.Microsecond
	}
	shift := b>>timingBits - 1
	low := (uint64(1)<<timingBits | uint64(b&(1<<timingBits-1))) << shift
	return time.Duration(low+1<<shift/2) * time.Microsecond
}

// mean returns the mean time of a move.
func (t *timing) mean() time.Duration {
	if t.count == 0 {
		return 0
	}
	return t.total / time.Duration(t.count)
}

// quantile returns the time within which a share of the moves was made.
func (t *timing) quantile(share float64) time.Duration {
	need := int64(math.Ceil(share * float64(t.count)))
	for b, n := range t.bucket {
		if need -= int64(n); need <= 0 && n > 0 {
			return bucketTime(b)
		}
	}
	return 0
}
