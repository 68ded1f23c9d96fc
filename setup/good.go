package setup

// good plays, of some human-like setups, the one that a network thinks likeliest to beat an average one. The network learnt from
// games between setups (train/straitego/good.py); Schoenmakers suggests it in chapter 12. No setup is good enough to stop at.
var good = surest{classifier: DefaultGood, from: HumanLike{}, candidates: 50, enough: 1}
