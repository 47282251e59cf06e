/** A place where paths part or a difference stands. */
export interface TreeNode<Leaf> {
  /** The pointer tokens from the parent to here, joined by `/`. */
  readonly label: string;
  readonly leaves: readonly Leaf[];
  readonly children: readonly TreeNode<Leaf>[];
}

interface Branch<Leaf> {
  readonly leaves: Leaf[];
  readonly children: Map<string, Branch<Leaf>>;
}

/** Levels that are drawn; below them the rest of a path is one label. Bounds recursion on hostile paths. */
const levelLimit = 12;

/** Tokens stay escaped (RFC 6901), so that a key that holds `/` cannot pass for two. */
function tokensOf(path: string): string[] {
  if (!path.startsWith('/')) return [];
  const tokens = path.slice(1).split('/');
  if (tokens.length <= levelLimit) return tokens;
  return [...tokens.slice(0, levelLimit - 1), tokens.slice(levelLimit - 1).join('/')];
}

function grow<Leaf extends { readonly path: string }>(leaves: readonly Leaf[]): Branch<Leaf> {
  const root: Branch<Leaf> = { leaves: [], children: new Map() };
  for (const leaf of leaves) {
    let branch = root;
    for (const token of tokensOf(leaf.path)) {
      const child: Branch<Leaf> = branch.children.get(token) ?? { leaves: [], children: new Map() };
      branch.children.set(token, child);
      branch = child;
    }
    branch.leaves.push(leaf);
  }
  return root;
}

/** A branch with one child and no difference of its own joins that child: `items/0/price`. */
function settle<Leaf>(label: string, branch: Branch<Leaf>): TreeNode<Leaf> {
  let here = branch;
  let name = label;
  for (let only = onlyChild(here); only !== undefined; only = onlyChild(here)) {
    name = `${name}/${only[0]}`;
    here = only[1];
  }
  return { label: name, leaves: here.leaves, children: [...here.children].map(([token, child]) => settle(token, child)) };
}

function onlyChild<Leaf>(branch: Branch<Leaf>): [string, Branch<Leaf>] | undefined {
  const [only] = branch.children;
  return branch.leaves.length === 0 && branch.children.size === 1 ? only : undefined;
}

/** The tree of the leaves' paths, siblings in the order in which they came. Differences of the whole value stand first. */
export function buildTree<Leaf extends { readonly path: string }>(leaves: readonly Leaf[]): TreeNode<Leaf>[] {
  const root = grow(leaves);
  const children = [...root.children].map(([token, child]) => settle(token, child));
  return root.leaves.length === 0 ? children : [{ label: '(whole value)', leaves: root.leaves, children: [] }, ...children];
}
