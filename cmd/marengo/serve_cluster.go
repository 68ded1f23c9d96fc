package main

import (
	"context"
	"sync"
	"time"

	"marengo/cluster"
	"marengo/web"
)

// onlooker asks a cluster how it is, for all browsers together.
type onlooker struct {
	flags *clusterFlags

	mu     sync.Mutex
	conn   *cluster.Conn // nil until there is a server
	status *cluster.Status
}

// statusFor is how long an answer serves all who ask.
const statusFor = time.Second

// cluster returns who tells the page of the cluster that the flags name; nil for none.
func (c *clusterFlags) cluster() web.Cluster {
	if c.where() == "" {
		return nil
	}
	return (&onlooker{flags: c}).ask
}

func (o *onlooker) ask(ctx context.Context) (_ *cluster.Status, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.status != nil && time.Since(o.status.When) < statusFor {
		return o.status, nil
	}
	if o.conn == nil {
		if o.conn, err = o.flags.dial(ctx, cluster.RoleOnlooker, 0, nil); err != nil {
			return nil, err
		}
	}
	o.status, err = o.conn.Status(ctx)
	return o.status, err
}
