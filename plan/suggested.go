package plan

import (
	"fmt"
	"strings"
)

// Suggested returns the plans that De Boer only suggests (9.3.1). They are no part of his
// player, nor of ours unless it is told so.
func Suggested() []Plan { return []Plan{decoy{}, probe{}} }

// With returns the suggested plans of some names; "-" and "" name none.
func With(names []string) (list []Plan, err error) {
	for _, name := range names {
		if name == "" || name == "-" {
			continue
		}
		var known []string
		found := false
		for _, p := range Suggested() {
			known = append(known, p.Name())
			if p.Name() == name {
				list, found = append(list, p), true
			}
		}
		if !found {
			return nil, fmt.Errorf("no plan is suggested by the name of %q, expected some of %s", name, strings.Join(known, ", "))
		}
	}
	return list, nil
}
