package web

import (
	"context"
	"net/http"
	"time"

	"marengo/cluster"
	"marengo/web/api"
)

// clusterLimit is how long a cluster may take to say how it is.
const clusterLimit = 10 * time.Second

// getCluster tells how the cluster is that the server looks on at.
func (s *Server) getCluster(w http.ResponseWriter, r *http.Request) error {
	if s.cluster == nil {
		return api.Fail(http.StatusNotFound, "this server looks on at no cluster: start it with --cluster nats://host:4222")
	}
	ctx, cancel := context.WithTimeout(r.Context(), clusterLimit)
	defer cancel()
	status, err := s.cluster(ctx)
	if err != nil {
		s.note("cluster", err)
		return api.Fail(http.StatusServiceUnavailable, "the cluster cannot be reached")
	}
	return api.Answer(w, status)
}

// Cluster says how a cluster is.
type Cluster func(ctx context.Context) (*cluster.Status, error)
