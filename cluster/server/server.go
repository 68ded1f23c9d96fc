// Package server is the NATS server that a cluster talks through, in this process.
//
// There are only a few types. Options say where it listens, where it keeps its streams
// and who may use it; a Server runs until it is stopped. WriteConfig makes the keys and
// the configuration for a server that others can reach, this one or one of NATS's own.
package server

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
)

// Options say how a server runs.
type Options struct {
	Listen string // HOST:PORT
	Store  string // folder of its streams
	Token  string // whoever has it may do anything
	Config string // a configuration of NATS, such as WriteConfig's, in place of a token
	Cert   string // files of its certificate and key, for connections that are encrypted
	Key    string
	Note   func(text string) // takes what a person should know; may be nil
}

// Server is a server that runs.
type Server struct{ nats *nats.Server }

const (
	startLimit = time.Minute
	// syncEvery is how long what was written may be missing after the machine lost its
	// power. What gets lost is queued again.
	syncEvery = 10 * time.Second
)

// Start starts a server and waits until it takes connections.
func Start(o Options) (*Server, error) {
	options, err := o.nats()
	if err != nil {
		return nil, err
	}
	s, err := nats.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	failed := make(chan string, 1)
	s.SetLoggerV2(&logger{note: o.Note, failed: failed}, false, false, false)
	go s.Start()
	ready := make(chan bool, 1)
	go func() { ready <- s.ReadyForConnections(startLimit) }()
	select {
	case ok := <-ready:
		if ok {
			return &Server{s}, nil
		}
		err = fmt.Errorf("server: it was not ready within %v", startLimit)
	case why := <-failed:
		err = errors.New("server: " + why)
	}
	s.Shutdown()
	return nil, err
}

// nats turns the options into the server's own.
func (o Options) nats() (*nats.Options, error) {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	number, err := strconv.Atoi(port)
	if err != nil || number < 0 || number > 65535 {
		return nil, fmt.Errorf("listen: %q is no port", port)
	}
	if number == 0 {
		number = nats.RANDOM_PORT
	}
	options := &nats.Options{}
	if o.Config != "" {
		if options, err = nats.ProcessConfigFile(o.Config); err != nil {
			return nil, fmt.Errorf("config: %w", err)
		}
	}
	closed := o.Token != "" || options.Authorization != "" || options.Username != "" || len(options.Users)+len(options.Nkeys) > 0 || len(options.TrustedOperators) > 0
	if !closed && !loopback(host) {
		return nil, fmt.Errorf("listen: %s can be reached by others: give a --token-file, or a --config with keys (marengo cluster config)", o.Listen)
	}
	if o.Token != "" && o.Config != "" {
		return nil, errors.New("a token and a configuration exclude each other")
	}
	store, err := filepath.Abs(o.Store)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(store, 0o700); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	options.Host, options.Port, options.StoreDir, options.JetStream = host, number, store, true
	options.NoSigs, options.Authorization = true, o.Token
	options.SyncInterval = syncEvery
	return options, o.encrypt(options)
}

// encrypt makes connections encrypted, if there is a certificate.
func (o Options) encrypt(options *nats.Options) error {
	if o.Cert == "" && o.Key == "" {
		return nil
	}
	config, err := nats.GenTLSConfig(&nats.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key})
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	options.TLS, options.TLSConfig, options.TLSTimeout = true, config, 10
	return nil
}

// loopback says whether only this machine reaches a host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL is where the server is reached from this machine.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Stop ends the server, with all that it was told on its disk.
func (s *Server) Stop() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// logger hands on what goes wrong.
type logger struct {
	note   func(string)
	failed chan<- string
}

func (l *logger) say(format string, args ...any) {
	if l.note != nil {
		l.note(fmt.Sprintf(format, args...))
	}
}

func (l *logger) Noticef(string, ...any)            {}
func (l *logger) Debugf(string, ...any)             {}
func (l *logger) Tracef(string, ...any)             {}
func (l *logger) Warnf(format string, args ...any)  { l.say(format, args...) }
func (l *logger) Errorf(format string, args ...any) { l.say(format, args...) }
func (l *logger) Fatalf(format string, args ...any) {
	select {
	case l.failed <- fmt.Sprintf(format, args...):
	default:
		l.say(format, args...)
	}
}
