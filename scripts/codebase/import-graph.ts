import type { SourceFile, SourceImport, SourceTree } from "./source-tree.ts";

/** An import of one file by another, both in the repository. */
export interface ImportEdge {
  from: SourceFile;
  to: SourceFile;
  of: SourceImport;
}

/** The relative imports among `files`, in the order of the files. */
export function importEdges(tree: SourceTree, files: readonly SourceFile[]): ImportEdge[] {
  const included = new Set(files);
  return files.flatMap((from) =>
    from.imports.flatMap((of) => {
      const to = tree.resolve(from, of.specifier);
      return to && to !== from && included.has(to) ? [{ from, to, of }] : [];
    }),
  );
}

/** The strongly connected components of more than one node, the largest first, each sorted. */
export function findCycles(edges: Iterable<readonly [string, string]>): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (!next.has(from)) next.set(from, new Set());
    if (!next.has(to)) next.set(to, new Set());
    next.get(from)?.add(to);
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    for (const target of next.get(node) ?? []) {
      if (!index.has(target)) {
        visit(target);
        low.set(node, Math.min(low.get(node) ?? 0, low.get(target) ?? 0));
      } else if (onStack.has(target)) {
        low.set(node, Math.min(low.get(node) ?? 0, index.get(target) ?? 0));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) onStack.delete(member);
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const node of next.keys()) if (!index.has(node)) visit(node);
  return cycles.sort((one, other) => other.length - one.length || (one.join() < other.join() ? -1 : 1));
}

/** Cycles of files: with any import, and with imports that remain at run time. */
export function fileCycles(edges: readonly ImportEdge[]): { all: string[][]; values: string[][] } {
  const pairs = (some: readonly ImportEdge[]) => some.map(({ from, to }) => [from.path, to.path] as const);
  return { all: findCycles(pairs(edges)), values: findCycles(pairs(edges.filter(({ of }) => !of.typeOnly))) };
}

/**
 * Imports between folders: how many by `from` and `to`, for edges whose ends `folderOf` names and that cross a folder.
 */
export function folderEdges(
  edges: readonly ImportEdge[],
  folderOf: (file: SourceFile) => string | undefined,
): Map<string, Map<string, ImportEdge[]>> {
  const found = new Map<string, Map<string, ImportEdge[]>>();
  for (const edge of edges) {
    const [from, to] = [folderOf(edge.from), folderOf(edge.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const row = found.get(from) ?? new Map<string, ImportEdge[]>();
    found.set(from, row);
    row.set(to, [...(row.get(to) ?? []), edge]);
  }
  return found;
}

/** Cycles among the folders of {@link folderEdges}. */
export function folderCycles(edges: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string[][] {
  return findCycles([...edges].flatMap(([from, row]) => [...row.keys()].map((to) => [from, to] as const)));
}
