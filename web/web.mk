# The client's bundle, its tests, the browser they need, and the screenshots.

CLIENT  := web/client
SOURCES := $(shell find $(CLIENT) -name node_modules -prune -o -type f -print) $(wildcard web/build/*.go)

.PHONY: bundle node browser nginx web-test screenshots

# The bundle is built anew when a source is newer than it.
bundle: web/dist/index.html

web/dist/index.html: $(CLIENT)/node_modules/.package-lock.json $(SOURCES)
	$(GO) run ./web/build
	@touch $@

$(CLIENT)/node_modules/.package-lock.json: $(CLIENT)/package-lock.json
	@$(MAKE) --no-print-directory node
	cd $(CLIENT) && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# apt-get is used where it is there and allowed: as root, or with sudo that asks nothing.
define install
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then apt-get update -q && apt-get install -y -q --no-install-recommends $(1); \
	elif command -v apt-get >/dev/null && sudo -n true 2>/dev/null; then sudo apt-get update -q && sudo apt-get install -y -q --no-install-recommends $(1); \
	else echo "$(2)" >&2; exit 1; fi
endef

node:
	@command -v node >/dev/null && command -v npm >/dev/null || { $(call install,nodejs npm,The client needs Node.js and npm: install Debian's packages nodejs and npm or the like.); }

browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { $(call install,chromium fonts-dejavu-core,The end-to-end tests need a browser: install Debian's package chromium.); }

# The example of docs/hosting is run where nginx is found or can be installed.
nginx:
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || ( $(call install,nginx-light,) ) 2>/dev/null || echo "nginx is not found and cannot be installed, so docs/hosting/nginx.conf is not run"

# Types are checked, then the unit tests run under Node.
web-test: bundle
	cd $(CLIENT) && ./node_modules/.bin/tsc --noEmit
	$(GO) run ./web/build -test $(CLIENT)/node_modules/.tests
	node --test --test-reporter=dot $(CLIENT)/node_modules/.tests/*.test.mjs

screenshots: bundle browser
	$(GO) test ./web -run TestScreenshots -count=1 -screenshots $(CURDIR)/docs/screenshots
