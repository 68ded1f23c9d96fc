package setup

import (
	"errors"

	"marengo/stratego"
)

// Of returns a provider that draws from setups, each as likely as the others.
func Of(setups []stratego.Setup) (Provider, error) {
	if len(setups) == 0 {
		return nil, errors.New("there is no setup to draw from")
	}
	var l list
	for _, s := range setups {
		l.add(s, 1)
	}
	return &l, nil
}
