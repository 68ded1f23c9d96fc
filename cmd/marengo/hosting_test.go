package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"marengo/store"
)

// TestHostingIsSaid: what would let others in, or makes no sense, is refused in a
// sentence that names the flag.
func TestHostingIsSaid(t *testing.T) {
	for _, x := range []struct{ want, args string }{
		{"--public", "--addr 0.0.0.0:0"},
		{"--public", "--addr :0"},
		{"--public", "--addr 192.0.2.1:8377"},
		{"--addr", "--addr nonsense"},
		{"--origin", "--origin marengo.example"},
		{"--origin", "--origin https://marengo.example/path"},
		{"--trusted-proxy", "--trusted-proxy nginx"},
		{"--tls", "--tls cert.pem"},
		{"--tls", "--addr 127.0.0.1:0 --tls missing.pem,missing.key"},
		{"--metrics", "--metrics 9377"},
		{"--log", "--log xml"},
	} {
		_, _, err := run(t, append([]string{"serve", "--db", filepath.Join(t.TempDir(), "m.db")}, strings.Fields(x.args)...)...)
		if err == nil || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("serve %s: %v", x.args, err)
		}
	}
}

// served starts a server in a process of its own and returns what it printed first.
func served(t *testing.T, args ...string) (line string, out *bufio.Reader) {
	t.Helper()
	cmd := program(append([]string{"serve"}, args...)...)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // it was killed
	})
	out = bufio.NewReader(pipe)
	line, err = out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line, out
}

func get(t *testing.T, client *http.Client, url string) (int, string) {
	t.Helper()
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
	return response.StatusCode, string(data)
}

// TestPublicServer prints links and a code, is healthy, and tells figures on a listener
// of its own; a backup made meanwhile opens.
func TestPublicServer(t *testing.T) {
	folder := t.TempDir()
	db := filepath.Join(folder, "m.db")
	metrics := freeAddress(t)
	line, out := served(t, "--public", "--addr", "0.0.0.0:0", "--db", db, "--metrics", metrics, "--log", "json")
	url := strings.TrimSuffix(strings.Fields(line)[3], "/")
	code := ""
	for !strings.Contains(code, "▀") && !strings.Contains(code, "█") {
		next, err := out.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		code += next
	}
	if !strings.Contains(code, "for others: http://") {
		t.Errorf("it printed %s%s", line, code)
	}
	if status, text := get(t, http.DefaultClient, url+"/healthz"); status != http.StatusOK || text != "ok\n" {
		t.Errorf("health: status %d: %s", status, text)
	}
	if _, text := get(t, http.DefaultClient, "http://"+metrics+"/metrics"); !strings.Contains(text, "\nmarengo_requests_answered_total 1\n") {
		t.Errorf("metrics: %s", text)
	}
	copied := filepath.Join(folder, "copy.db")
	if text := mustRun(t, "backup", "--db", db, copied); !strings.Contains(text, "copied") {
		t.Errorf("backup says %q", text)
	}
	restored, err := store.Open(context.Background(), copied)
	if err != nil {
		t.Fatal(err)
	}
	if err := restored.Close(); err != nil {
		t.Error(err)
	}
	for _, wrong := range [][]string{{"backup", "--db", db, copied}, {"backup", "--db", filepath.Join(folder, "none.db"), filepath.Join(folder, "x.db")}, {"backup", "--db", db, filepath.Join(folder, "no", "x.db")}} {
		if _, _, err := run(t, wrong...); err == nil {
			t.Errorf("%v went well", wrong)
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}()
	return l.Addr().String()
}

// certificate makes a key pair for marengo.example.
func certificate(t *testing.T, folder string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"marengo.example"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// visitor is a browser that finds marengo.example at an address.
func visitor(address string) *http.Client {
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // the certificate is the test's own
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}}
}

// beginBehind begins a game at https://marengo.example and connects to it.
func beginBehind(t *testing.T, client *http.Client) {
	t.Helper()
	const origin = "https://marengo.example"
	body := `{"rules":"match","variant":"barrage","red":"me","blue":"random","level":5,"setup":"........................M92B3S2F........"}`
	post := func(from string) (*http.Response, string) {
		q, err := http.NewRequest("POST", origin+"/api/games", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Origin", from)
		response, err := client.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		return response, string(data)
	}
	if response, text := post("https://evil.example"); response.StatusCode != http.StatusForbidden {
		t.Errorf("another site: status %d: %s", response.StatusCode, text)
	}
	response, text := post(origin)
	if response.StatusCode != http.StatusOK || len(response.Cookies()) != 1 || !response.Cookies()[0].Secure {
		t.Fatalf("status %d, cookies %v: %s", response.StatusCode, response.Cookies(), text)
	}
	_, id, _ := strings.Cut(text, `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cookie := response.Cookies()[0]
	header := http.Header{"Origin": {origin}, "Cookie": {cookie.Name + "=" + cookie.Value}}
	line, _, err := websocket.Dial(ctx, "wss://marengo.example/api/games/"+id+"/line?seat=red", &websocket.DialOptions{HTTPClient: client, HTTPHeader: header})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = line.CloseNow() }()
	line.SetReadLimit(1 << 20)
	if _, data, err := line.Read(ctx); err != nil || !strings.Contains(string(data), `"type":"state"`) {
		t.Errorf("%s, %v", data, err)
	}
}

// TestOwnTLS serves HTTPS without a proxy.
func TestOwnTLS(t *testing.T) {
	folder := t.TempDir()
	cert, key := certificate(t, folder)
	line, _ := served(t, "--public", "--addr", "127.0.0.1:0", "--origin", "https://marengo.example", "--tls", cert+","+key, "--db", filepath.Join(folder, "m.db"))
	address := strings.Split(line, "/")[2] // Marengo is at https://ADDRESS/
	if !strings.Contains(line, "https://") {
		t.Errorf("it printed %s", line)
	}
	client := visitor(address)
	client.Transport.(*http.Transport).DisableKeepAlives = false
	beginBehind(t, client)
}

// TestBehindNginx runs the documented example with another port and certificate.
func TestBehindNginx(t *testing.T) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		if nginx = "/usr/sbin/nginx"; !exists(nginx) {
			t.Skip("nginx is not found, so the example is not run: install Debian's package nginx-light")
		}
	}
	folder := t.TempDir()
	cert, key := certificate(t, folder)
	line, _ := served(t, "--public", "--addr", "127.0.0.1:0", "--origin", "https://marengo.example", "--trusted-proxy", "127.0.0.1", "--db", filepath.Join(folder, "m.db"))
	address := strings.Split(line, "/")[2]
	example, err := os.ReadFile("../../docs/hosting/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	front := freeAddress(t)
	site := strings.NewReplacer("listen 443 ssl", "listen "+front+" ssl", "http://127.0.0.1:8377;", "http://"+address+";",
		"/etc/letsencrypt/live/marengo.example/fullchain.pem", cert, "/etc/letsencrypt/live/marengo.example/privkey.pem", key).Replace(string(example))
	temp := ""
	for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temp += fmt.Sprintf("  %s_temp_path %s/%s;\n", name, folder, name)
	}
	config := filepath.Join(folder, "nginx.conf")
	text := fmt.Sprintf("daemon off;\nmaster_process off;\npid %s/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n%s%s}\n", folder, temp, site)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	proxy := exec.Command(nginx, "-p", folder, "-c", config)
	proxy.Stderr = os.Stderr
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = proxy.Process.Kill() // it may have failed
		_ = proxy.Wait()
	})
	client := visitor(front)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		response, err := client.Get("https://marengo.example/healthz")
		if err == nil {
			if err := response.Body.Close(); err != nil {
				t.Error(err)
			}
			if response.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("nginx does not pass on: %v, %v", response, err)
		}
	}
	beginBehind(t, client)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestLoadOfPeople plays a few games of two people and finds all of it in the journal.
func TestLoadOfPeople(t *testing.T) {
	if text := mustRun(t, "load", "--people", "--games", "3", "--for", "2s", "--pause", "20ms"); !strings.Contains(text, "3 games at once") || strings.Contains(text, " 0 moves") {
		t.Errorf("%s", text)
	}
}
