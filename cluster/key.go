package cluster

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A match has a key of its own among those of all databases; a pair is named by its
// match and number.

const (
	keyBytes  = 12
	keyLength = 20 // of keyBytes in letters
	lotLength = 16
)

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewKey draws a key that no other match has.
func NewKey() string {
	b := make([]byte, keyBytes)
	rand.Read(b) // it never fails
	return letters.EncodeToString(b)
}

// isKey says whether a text is a match's key.
func isKey(text string) bool { return len(text) == keyLength && isWord(text) }

// isWord says whether a text has only lower-case letters and digits.
func isWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// lotOf names the pairs that ask the same of a worker: the same players under the same
// terms.
func lotOf(players [2]Player, terms Terms) string {
	text, err := json.Marshal(struct {
		Players [2]Player
		Terms   Terms
	}{players, terms})
	if err != nil {
		panic(fmt.Sprintf("a lot that JSON cannot hold: %v", err)) // it has only strings and numbers
	}
	return hexSum(text)[:lotLength]
}

func hexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// isSum says whether a text is a SHA-256 in hexadecimal.
func isSum(text string) bool {
	return len(text) == 2*sha256.Size && strings.Trim(text, "0123456789abcdef") == ""
}

// The subjects.
const (
	pairSubjects   = "marengo.pair."
	resultSubjects = "marengo.result."
)

func pairSubject(match, lot string, number int) string {
	return pairSubjects + match + "." + lot + "." + strconv.Itoa(number)
}

func resultSubject(match string, number int) string {
	return resultSubjects + match + "." + strconv.Itoa(number)
}

// numberOf reads the number at the end of a subject.
func numberOf(subject string) (int, error) {
	n, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
	if err != nil || n < 0 {
		return 0, fmt.Errorf("subject %q ends with no pair's number", subject)
	}
	return n, nil
}
