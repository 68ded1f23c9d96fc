package api_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"

	"marengo/web/api"
)

// A request is read into its type; what does not fit is refused in a sentence.
func Example() {
	type move struct{ From, To string }
	m, err := api.Read[move](httptest.NewRequest("POST", "/", strings.NewReader(`{"From":"a4","To":"a5"}`)))
	fmt.Println(m.From, m.To, err)
	_, err = api.Read[move](httptest.NewRequest("POST", "/", strings.NewReader(`{"Rank":"10"}`)))
	var refused *api.Error
	fmt.Println(errors.As(err, &refused), refused.Status)
	// Output:
	// a4 a5 <nil>
	// true 400
}
