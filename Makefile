# Two commands do all: `make run` plays, `make test` tests.

GO ?= go
BIN := bin/marengo

.PHONY: run build test train-test lint clean

run: build
	./$(BIN) serve --open

build: bundle
	$(GO) build -o $(BIN) ./cmd/marengo

test: bundle browser nginx web-test train-test
	$(GO) test ./...

# The learning side's tests run where a python3 has PyTorch; /usr/bin/python3 is Debian's.
train-test:
	@for python in python3 /usr/bin/python3; do \
		if $$python -c 'import torch, numpy' 2>/dev/null; then exec $$python -m unittest discover -s train -t . ; fi; \
	done; echo "train: no python3 with PyTorch and NumPy is found, so the tests of train/ are not run"

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "not gofmt-ed: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

clean:
	rm -rf bin web/dist

include web/web.mk
