// Package plan chooses moves by plans, after V. de Boer, "Invincible: A Stratego
// Bot" (2007), chapter 5.
//
// There are only a few types. A Plan gives each legal move a value for one goal
// and knows nothing of other plans; a Situation is what plans look at: the
// View, what the player believes of the enemy's pieces and the enemy may believe
// of the player's, and what pieces are worth. A Planner adds the plans' values up and plays the
// best move; its Value and Total show moves against plans. Figures are the numbers that
// plans go by, those of the thesis unless measurement has set others.
//
// Values share one scale (5.2.2): pieces are worth 10 to 100, strategic plans give
// 2 to 5, flag defence 200 to 300. A plan looks one ply ahead and no further;
// what lies beyond it finds by distances over the board.
package plan
