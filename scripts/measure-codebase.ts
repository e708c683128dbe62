import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ESTree } from "vite";
import { contextType } from "./boundaries.ts";
import { findConnectionsInTransactions, findMisplacedSql, findUseCases, subfolderOf } from "./check-boundaries.ts";
import { documentedShares, exportsOf, findPublicNames } from "./check-doc-comments.ts";
import { declaredName, hitsInSource } from "./check-language.ts";
import { fileCycles, folderCycles, folderEdges, type ImportEdge, importEdges } from "./codebase/import-graph.ts";
import { limits, type MetricLimit } from "./codebase/limits.ts";
import { root, type SourceFile, SourceTree, walk } from "./codebase/source-tree.ts";

/** One figure of the code. */
export interface Metric {
  name: keyof typeof limits.metrics;
  value: number;
  /** What the figure consists of, in a few words. */
  details?: string;
}

const shortLines = 30;
const maxFilesInFolder = 20;
const vagueNames = /^(?:tell|told|keep|note|need|known)(?=[A-Z]|$)/;

/** The figures of a repository, over the code of its packages without tests and fixtures. */
export function measure(tree: SourceTree): Metric[] {
  const files = tree.production;
  const edges = importEdges(tree, files);
  return [
    ...sizes(files),
    splinters(files, edges),
    ...folders(files),
    ...cycles(edges),
    ...contexts(tree, edges),
    ...names(tree, files),
  ];
}

function sizes(files: readonly SourceFile[]): Metric[] {
  const counts = files.map(({ lines }) => lines.length).sort((one, other) => one - other);
  const sum = (some: readonly SourceFile[]) => some.reduce((total, { lines }) => total + lines.length, 0);
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(share * counts.length))] ?? 0;
  return [
    { name: "source files", value: files.length },
    { name: "source lines", value: sum(files) },
    { name: "source lines of the server", value: sum(files.filter(({ group }) => group === "packages/server")) },
    { name: "files of at most 30 lines", value: counts.filter((count) => count <= shortLines).length },
    { name: "median lines of a file", value: at(0.5) },
    { name: "90th percentile of lines", value: at(0.9) },
    { name: "lines of the longest file", value: counts.at(-1) ?? 0 },
  ];
}

/**
 * Short files that one file imports and that are neither a use case nor a file that each area of the contract has:
 * routes, endpoints, schemas, docs.
 */
function splinters(files: readonly SourceFile[], edges: readonly ImportEdge[]): Metric {
  const useCases = findUseCases(edges);
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    const existing = importers.get(to.path) ?? new Set();
    importers.set(to.path, existing.add(from.path));
  }
  const value = files.filter(
    ({ path, lines }) =>
      lines.length < shortLines &&
      importers.get(path)?.size === 1 &&
      !useCases.has(path) &&
      !/(?:^|[/-])(?:routes|endpoints|schema|docs)\.tsx?$/.test(path),
  ).length;
  return { name: "splinters: short files with one importer", value };
}

function folders(files: readonly SourceFile[]): Metric[] {
  const inFolder = countBy(files.map(({ path: file }) => path.posix.dirname(file)));
  const large = [...inFolder].filter(([, count]) => count > maxFilesInFolder);
  const loose = [
    ...countBy(files.filter(({ withinSource }) => !withinSource?.includes("/")).map(({ group }) => group)),
  ];
  return [
    { name: "folders of more than 20 files", value: large.length, details: large.map(([name]) => name).join(", ") },
    {
      name: "loose files in a package's src, at most",
      value: Math.max(0, ...loose.map(([, count]) => count)),
      details: loose.map(([group, count]) => `${path.posix.basename(group)} ${count}`).join(", "),
    },
  ];
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function cycles(edges: readonly ImportEdge[]): Metric[] {
  const { all, values } = fileCycles(edges);
  const top = folderEdges(edges, ({ path }) => entryOfServer(path));
  const circle = folderCycles(top).flat();
  const inPlatform = folderCycles(folderEdges(edges, ({ path }) => subfolderOf(path, "packages/server/src/platform/")));
  return [
    { name: "cycles of files", value: all.length, details: all.map((cycle) => cycle.length).join(", ") },
    { name: "cycles of files over values", value: values.length },
    { name: "files in the largest cycle", value: all[0]?.length ?? 0 },
    { name: "top-level entries of the server in a cycle", value: circle.length, details: circle.join(", ") },
    {
      name: "folders of the platform in a cycle",
      value: inPlatform.flat().length,
      details: inPlatform.flat().join(", "),
    },
  ];
}

/** The folder of the server's `src`, or `loose files`. */
function entryOfServer(file: string): string | undefined {
  const prefix = "packages/server/src/";
  if (!file.startsWith(prefix)) return undefined;
  return subfolderOf(file, prefix) ?? "loose files";
}

function contexts(tree: SourceTree, edges: readonly ImportEdge[]): Metric[] {
  const importers = new Set(
    edges
      .filter(({ from, of }) => from.group === "packages/server" && of.names.some((name) => contextType.test(name)))
      .map(({ from }) => from.path),
  );
  const inPlatform = [...importers].filter((file) => file.startsWith("packages/server/src/platform/"));
  return [
    { name: "importers of a context type", value: importers.size },
    { name: "importers of a context type in the platform", value: inPlatform.length },
    { name: "functions with tx and db in reach", value: findConnectionsInTransactions(tree).length },
    { name: "files with SQL outside of stores", value: findMisplacedSql(tree).length },
  ];
}

function names(tree: SourceTree, files: readonly SourceFile[]): Metric[] {
  const publicNames = findPublicNames(tree);
  const documented = (group: string) =>
    Math.floor(documentedShares(publicNames.filter((one) => one.group === group)).names);
  const registerLines = new Set<string>();
  const vague = new Set<string>();
  let casts = 0;
  for (const file of files) {
    for (const { kind, line } of hitsInSource(file)) if (kind === "comment") registerLines.add(`${file.path}:${line}`);
    walk(file.program, (node, parent, key) => {
      const tree = node as ESTree.Node;
      if (tree.type === "TSTypeAssertion" || (tree.type === "TSAsExpression" && !isConst(tree.typeAnnotation)))
        casts += 1;
      const name = declaredName(node, parent, key, file);
      if (name !== undefined && vagueNames.test(name)) vague.add(name);
    });
  }
  const index = tree.files.get("packages/server/src/index.ts");
  const exported = index ? [...exportsOf(tree, index)] : [];
  const sources = new Set(exported.map(([, { file }]) => file.path));
  return [
    { name: "documented names of the client, %", value: documented("packages/client") },
    { name: "documented names of react, %", value: documented("packages/react") },
    { name: "documented names of the server, %", value: documented("packages/server") },
    { name: "documented names of the contract, %", value: documented("packages/contract") },
    { name: "lines of comments in the private register", value: registerLines.size },
    { name: "names like tell, told, keep, note, need, known", value: vague.size },
    { name: "type assertions with as, per 1,000 lines", value: perThousand(casts, files), details: String(casts) },
    { name: "names that the server exports", value: exported.length, details: `from ${sources.size} files` },
  ];
}

const perThousand = (count: number, files: readonly SourceFile[]) =>
  Math.round((count * 10_000) / files.reduce((total, { lines }) => total + lines.length, 0)) / 10;

function isConst(type: ESTree.TSType): boolean {
  return type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
}

/** One line for each figure beyond its limit. */
export function checkMetrics(tree: SourceTree): string[] {
  return measure(tree).flatMap(({ name, value }) => {
    const { max = Number.POSITIVE_INFINITY, min = 0 }: MetricLimit = limits.metrics[name];
    if (value > max) return [`${name}: ${value}, at most ${max}`];
    return value < min ? [`${name}: ${value}, at least ${min}`] : [];
  });
}

/** The figures as a Markdown table. */
export function metricsTable(metrics: readonly Metric[]): string {
  const rows = metrics.map(({ name, value, details }) => {
    const { max, min, target }: MetricLimit = limits.metrics[name];
    const limit = max !== undefined ? `≤ ${max}` : min !== undefined ? `≥ ${min}` : "";
    const shown = value.toLocaleString("en-US");
    return `| ${name} | ${details ? `${shown} (${details})` : shown} | ${limit} | ${target} |`;
  });
  return ["| figure | value | limit | target |", "|---|---|---|---|", ...rows].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tree = new SourceTree(path.resolve(process.argv[2] ?? root));
  console.log(metricsTable(measure(tree)));
  if (tree.root === root) {
    const problems = checkMetrics(tree);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
}
