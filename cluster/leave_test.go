package cluster_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/cluster"
	"marengo/cluster/server"
)

// A worker that is told to end hands back what it cannot finish, and another has it long
// before the lease is over.
func TestWorkerHandsBack(t *testing.T) {
	l := newLab(t)
	playing := make(chan struct{}, 100)
	w := &cluster.Worker{Conn: l.dial(cluster.Options{Role: cluster.RoleWorker}), Name: "one", Slots: 1, Folder: t.TempDir(),
		Bench: func(context.Context) (float64, error) { return 1e6, nil },
		Show: func(m cluster.Machine) {
			if len(m.Playing) > 0 {
				playing <- struct{}{}
			}
		}}
	ctx, stop := context.WithCancel(context.Background())
	left := make(chan error, 1)
	go func() { left <- w.Run(ctx) }()
	coordinator := l.workers(nil)
	coordinator.Lease = 24 * time.Hour
	s := pairs(t, 1, "star:depth=20", "star:depth=20", agent.Budget{Nodes: 1 << 40})
	match, give := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- coordinator.Play(match, onePair(s.Pair), nil)
	}()
	select {
	case <-playing:
	case <-time.After(patience):
		t.Fatal("the worker plays nothing")
	}
	stop()
	if err := <-left; err != nil {
		t.Fatal(err)
	}
	p := cluster.Pretender{Conn: l.dial(cluster.Options{Role: cluster.RoleWorker})}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		taken, err := p.Take(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if taken != nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the pair was not handed back")
		}
	}
	give()
	<-ended
}

// onePair gives the first pair of a series, and no more.
func onePair(pair func(int) (*arena.Pair, error)) func() (*arena.Pair, error) {
	given := false
	return func() (*arena.Pair, error) {
		if given {
			return nil, nil
		}
		given = true
		return pair(0)
	}
}

// With a certificate connections are encrypted, and a server that has none of those that
// are trusted is not talked to.
func TestEncrypted(t *testing.T) {
	dir := t.TempDir()
	cert, key := certificate(t, dir)
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: filepath.Join(dir, "store"), Token: "secret", Cert: cert, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	url := "tls://secret@" + s.URL()[strings.Index(s.URL(), "//")+2:]
	c, err := cluster.Dial(context.Background(), cluster.Options{URL: url, CA: cert})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Status(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := cluster.Dial(context.Background(), cluster.Options{URL: url}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a stranger's certificate: %v", err)
	}
}

// certificate writes a certificate for loopback that vouches for itself, and its key.
func certificate(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", secret)
}
