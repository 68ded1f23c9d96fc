package cluster

// Rights are the subjects that a role may use on the server.
type Rights struct {
	Publish   []string
	Subscribe []string
}

// Subjects of the server's own interface.
const (
	api        = "$JS.API."
	matchKV    = "KV_" + matchBucket
	machineKV  = "KV_" + machineBucket
	fileStream = "OBJ_" + fileBucket
)

// RightsOf returns what a role may do. A coordinator owns the streams, and decides what
// is played. A worker takes pairs, hands in results, reads announcements and files, and
// announces itself; it can neither queue pairs nor speak for a coordinator. An onlooker
// only reads.
func RightsOf(r Role) Rights {
	own := Rights{Subscribe: []string{r.inbox() + ".>"}, Publish: []string{api + "INFO"}}
	switch r {
	case RoleCoordinator:
		for _, s := range []string{pairStream, resultStream, matchKV, machineKV, fileStream} {
			own.Publish = append(own.Publish, api+"STREAM.*."+s, api+"STREAM.MSG.*."+s, api+"CONSUMER.*."+s+".>", api+"CONSUMER.MSG.NEXT."+s+".>",
				api+"CONSUMER.CREATE."+s, api+"DIRECT.GET."+s+".>", api+"DIRECT.GET."+s)
		}
		own.Publish = append(own.Publish, pairSubjects+">", "$KV."+matchBucket+".>", "$O."+fileBucket+".>", "$JS.ACK."+resultStream+".>", "$JS.FC.>")
	case RoleWorker:
		own.Publish = append(own.Publish, reading(matchKV)...)
		own.Publish = append(own.Publish, reading(fileStream)...)
		own.Publish = append(own.Publish, resultSubjects+">", "$KV."+machineBucket+".>", "$JS.ACK."+pairStream+".>", "$JS.FC.>",
			api+"CONSUMER.INFO."+pairStream+".*", api+"CONSUMER.MSG.NEXT."+pairStream+".*")
	case RoleOnlooker:
		own.Publish = append(own.Publish, reading(matchKV)...)
		own.Publish = append(own.Publish, reading(machineKV)...)
		own.Publish = append(own.Publish, api+"STREAM.INFO."+pairStream, api+"STREAM.INFO."+resultStream, "$JS.FC.>")
	}
	return own
}

// reading is what it takes to read a bucket.
func reading(stream string) []string {
	return []string{api + "STREAM.INFO." + stream, api + "STREAM.MSG.GET." + stream, api + "DIRECT.GET." + stream, api + "DIRECT.GET." + stream + ".>",
		api + "CONSUMER.CREATE." + stream, api + "CONSUMER.CREATE." + stream + ".>", api + "CONSUMER.INFO." + stream + ".*", api + "CONSUMER.DELETE." + stream + ".*",
		api + "CONSUMER.MSG.NEXT." + stream + ".*"}
}
