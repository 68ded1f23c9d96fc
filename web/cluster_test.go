package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"marengo/cluster"
)

// The page is told how the cluster is, where there is one.
func TestClusterStatus(t *testing.T) {
	for _, c := range []struct {
		of     Cluster
		status int
		want   string
	}{
		{nil, http.StatusNotFound, "--cluster"},
		{func(context.Context) (*cluster.Status, error) { return nil, errors.New("secret") }, http.StatusServiceUnavailable, "cannot be reached"},
		{func(context.Context) (*cluster.Status, error) {
			return &cluster.Status{Server: "nats://lab", Queued: 7}, nil
		}, http.StatusOK, `"queued":7`},
	} {
		_, h := startServer(t, Options{Cluster: c.of})
		status, data := newClient(t, h).do("GET", "/api/cluster", nil)
		if status != c.status || !strings.Contains(string(data), c.want) || strings.Contains(string(data), "secret") {
			t.Errorf("%d %s, want %d with %s", status, data, c.status, c.want)
		}
	}
}

// What the page declares of a cluster is there under these names.
func TestClusterShapesAgree(t *testing.T) {
	shapesAgree(t, "client/model/cluster.ts", map[string]any{"ClusterStatus": cluster.Status{}, "ClusterMatch": cluster.Match{}, "ClusterPairs": cluster.PairCounts{},
		"ClusterMeeting": cluster.Meeting{}, "ClusterFailure": cluster.Failure{}, "ClusterWorker": cluster.Machine{}, "ClusterPlaying": cluster.Playing{},
		"ClusterRefusal": cluster.Refusal{}})
}

// The page shows matches with their scores, workers, and why they leave work to others.
func TestClusterPage(t *testing.T) {
	status := &cluster.Status{Server: "nats://lab", Queued: 7,
		Matches: []cluster.Match{{Key: "abcdefghijklmnopqrst", Kind: "match", Title: "lewis – random", State: cluster.Running, Host: "here",
			Meetings: []cluster.Meeting{{A: "lewis", B: "random", Wins: 3, Draws: 1, Score: 0.875, ScoreLow: 0.6, ScoreHigh: 0.97}}}},
		Workers: []cluster.Machine{{ID: "lab-1", Slots: 2, Refused: []cluster.Refusal{{Match: "abcdefghijklmnopqrst", Why: "no engine"}}}}}
	_, h := startServer(t, Options{Cluster: func(context.Context) (*cluster.Status, error) { return status, nil }})
	p := openPage(t, h.URL, 1000, 800)
	p.open("/cluster")
	p.until(`document.body.innerText.includes("3-1-0, 87.5% (60.0 to 97.0)")`)
	p.until(`document.body.innerText.includes("no engine")`)
}
