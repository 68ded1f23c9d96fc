// Moves tried on the analysis board: a tree whose first child is the main line, written as
// "a4-a5.b7-b6(b7-b5.a5-a6).a5-a6": what stands in brackets was tried instead of the move before.

export interface Node {
  move: string;
  parent: number;
  children: number[];
}

export interface Tree {
  /** The first is the position that all moves start from. */
  nodes: Node[];
  at: number;
}

export function sprout(): Tree {
  return { nodes: [{ move: '', parent: -1, children: [] }], at: 0 };
}

/** Plays a move from where the tree is: a branch that is there is followed. */
export function play(tree: Tree, move: string): Tree {
  const known = tree.nodes[tree.at]!.children.find((c) => tree.nodes[c]!.move === move);
  if (known !== undefined) return { ...tree, at: known };
  const id = tree.nodes.length;
  const nodes = tree.nodes.map((n, i) => (i === tree.at ? { ...n, children: [...n.children, id] } : n));
  return { nodes: [...nodes, { move, parent: tree.at, children: [] }], at: id };
}

/** The moves that lead to a node. */
export function pathTo(tree: Tree, id: number): string[] {
  const path: string[] = [];
  for (let at = id; at > 0; at = tree.nodes[at]!.parent) path.unshift(tree.nodes[at]!.move);
  return path;
}

/** Takes a node and all that follows it away. */
export function prune(tree: Tree, id: number): Tree {
  const parent = tree.nodes[id]!.parent;
  const nodes = tree.nodes.map((n, i) => (i === parent ? { ...n, children: n.children.filter((c) => c !== id) } : n));
  return decode(encode({ nodes, at: parent }), encodedAt({ nodes, at: parent }));
}

export function encode(tree: Tree): string {
  const after = (id: number): string => {
    const [main, ...others] = tree.nodes[id]!.children;
    if (main === undefined) return '';
    const branches = others.map((c) => `(${tree.nodes[c]!.move}${dotted(after(c))})`).join('');
    return tree.nodes[main]!.move + branches + dotted(after(main));
  };
  return after(0);
}

function dotted(text: string): string {
  return text && `.${text}`;
}

/** Where the tree is, counted as encode writes its moves. */
export function encodedAt(tree: Tree): number {
  const order: number[] = [0];
  const walk = (id: number): void => {
    const [main, ...others] = tree.nodes[id]!.children;
    if (main === undefined) return;
    order.push(main);
    for (const c of others) {
      order.push(c);
      walk(c);
    }
    walk(main);
  };
  walk(0);
  return Math.max(0, order.indexOf(tree.at));
}

/** Reads what encode wrote, standing at the node that encodedAt counted. What is no move is passed over. */
export function decode(text: string, at = 0): Tree {
  let tree = sprout();
  let here = 0;
  const instead: number[] = [];
  for (const token of text.match(/[a-k][0-9]-[a-k][0-9]|[()]/g) ?? []) {
    if (token === '(') {
      instead.push(here);
      here = tree.nodes[here]!.parent;
      if (here < 0) return sprout();
    } else if (token === ')') {
      here = instead.pop() ?? 0;
    } else {
      tree = play({ ...tree, at: here }, token);
      here = tree.at;
    }
  }
  return { ...tree, at: at >= 0 && at < tree.nodes.length ? at : 0 };
}
