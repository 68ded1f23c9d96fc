package experiment

func artsExperiments() []Experiment       { return nil }
func schaddExperiments() []Experiment     { return nil }
func quiescenceExperiments() []Experiment { return nil }
func complexityExperiments() []Experiment { return nil }
