# Two commands do all: `make run` plays, `make test` tests.

GO ?= go
BIN := bin/marengo

.PHONY: run build test lint clean

run: build
	./$(BIN) serve --open

build: bundle
	$(GO) build -o $(BIN) ./cmd/marengo

test: bundle browser web-test
	$(GO) test ./...

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "not gofmt-ed: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

clean:
	rm -rf bin web/dist

include web/web.mk
