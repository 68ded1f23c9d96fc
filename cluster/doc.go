// Package cluster plays pairs of games on many machines, over NATS JetStream.
//
// There are only a few types. A Conn is a connection to the cluster's server.
// Workers is arena.Workers on it, the coordinator of one match: it queues pairs, stores
// what comes back once, and queues again what was lost, since its own caller's database
// is the truth. A Worker takes pairs from the queues of all matches, plays them with
// arena's own loop and publishes the games. Match and Machine are what coordinators and
// workers say of themselves; a Status is all of it, for people.
//
// What travels is versioned, bounded and checked (message.go); the streams, buckets and
// subjects are in streams.go. Files travel by their hashes (files.go); paths and command
// lines never do.
package cluster
