import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ESTree } from "vite";
import {
  contextType,
  forbiddenNames,
  helperNames,
  type PackageRules,
  packageRules,
  queryMethods,
  sqlFiles,
  useCaseFolders,
  useCaseRegistries,
} from "./boundaries.ts";
import { fileCycles, folderCycles, folderEdges, type ImportEdge, importEdges } from "./codebase/import-graph.ts";
import { limits } from "./codebase/limits.ts";
import { isTest, root, type SourceFile, SourceTree, type SyntaxNode, walk } from "./codebase/source-tree.ts";

/** Something that the boundaries forbid. */
export interface Violation {
  kind: "import" | "cycle" | "folder cycle" | "sql" | "use case" | "tx and db";
  /** From the root of the repository; the first file of a cycle. */
  file: string;
  /** The first line is 1; 0 for a cycle. */
  line: number;
  reason: string;
}

/** Everything that the boundaries forbid in a repository. */
export function findViolations(tree: SourceTree): Violation[] {
  const edges = importEdges(tree, tree.production);
  return [
    ...findForbiddenImports(tree),
    ...findCycleViolations(edges),
    ...findMisplacedSql(tree),
    ...findUseCaseCalls(edges),
    ...findConnectionsInTransactions(tree),
  ];
}

/** Imports, of types too, that the packages, layers and names forbid. */
export function findForbiddenImports(tree: SourceTree): Violation[] {
  return [...tree.files.values()].flatMap((file) =>
    file.imports.flatMap(({ specifier, line }): Violation[] => {
      const reason = whyForbidden(file.path, specifier);
      return reason === undefined
        ? []
        : [{ kind: "import", file: file.path, line, reason: `imports "${specifier}": ${reason}` }];
    }),
  );
}

/** Why `file` must not import `specifier`; undefined if it may. Both as they are written. */
export function whyForbidden(file: string, specifier: string): string | undefined {
  const owner = Object.entries(packageRules).find(([, { folder }]) => file.startsWith(`${folder}/`));
  if (!owner) return undefined;
  const [name, rules] = owner;
  if (!specifier.startsWith(".")) {
    const target = Object.keys(packageRules).find((one) => specifier === one || specifier.startsWith(`${one}/`));
    if (target === undefined || target === name || rules.packages.includes(target)) return undefined;
    // Tests send and expect what the contract defines.
    return isTest(file) && target === "@porchlight/contract" ? undefined : `${name} does not import ${target}`;
  }
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (!target.startsWith(`${rules.folder}/`)) return "another package is imported by its name, never by a path";
  if (isTest(file)) return undefined;
  if (isTest(target)) return "production code does not import tests and fixtures";
  const names = forbiddenNames.find(({ from, to }) => from.test(file) && to.test(target));
  return names?.reason ?? whyLayerForbids(rules, file, target);
}

function whyLayerForbids(rules: PackageRules, file: string, target: string): string | undefined {
  const source = `${rules.folder}/src/`;
  if (!file.startsWith(source) || !target.startsWith(source)) return undefined;
  const [from, to] = [entryOf(file.slice(source.length)), entryOf(target.slice(source.length))];
  if (from.name === to.name) return undefined;
  if (rules.exceptions?.some(([one, other]) => one === from.name && other === to.name)) return undefined;
  const [upper, lower] = [layerOf(rules, from), layerOf(rules, to)];
  if (upper === -1 || lower === -1)
    return `"${upper === -1 ? from.name : to.name}" is in no layer of scripts/boundaries.ts`;
  if (upper < lower || (upper === lower && from.loose && to.loose)) return undefined;
  return upper === lower
    ? `"${from.name}" and "${to.name}" are in one layer and do not import each other`
    : `"${from.name}" is below "${to.name}"`;
}

interface Entry {
  name: string;
  /** A file, not a folder. */
  loose: boolean;
}

function entryOf(withinSource: string): Entry {
  const [name = "", ...rest] = withinSource.split("/");
  return { name, loose: rest.length === 0 };
}

/** The index of an entry's layer, -1 for none. Exact names win over patterns, patterns over the rest. */
export function layerOf({ layers }: PackageRules, { name, loose }: Entry): number {
  const rest = loose ? "*" : "**";
  const matches = [
    (pattern: string) => pattern === name,
    (pattern: string) => pattern.length > 2 && pattern.includes("*") && path.posix.matchesGlob(name, pattern),
    (pattern: string) => pattern === rest,
  ];
  for (const match of matches) {
    const index = layers.findIndex((layer) => layer.some(match));
    if (index !== -1) return index;
  }
  return -1;
}

/** Cycles of files over values, cycles over types of more than two files, and cycles of folders. */
function findCycleViolations(edges: readonly ImportEdge[]): Violation[] {
  const { all, values } = fileCycles(edges);
  const inValues = new Set(values.flat());
  const ofTypes = all.filter((cycle) => cycle.length > 2 && !cycle.some((file) => inValues.has(file)));
  const found: Violation[] = [
    ...values.map((cycle) => cycleViolation("cycle", "values", cycle)),
    ...ofTypes.map((cycle) => cycleViolation("cycle", "types", cycle)),
  ];
  for (const { folder, acyclic = [] } of Object.values(packageRules)) {
    for (const parent of ["", ...acyclic]) {
      const prefix = parent === "" ? `${folder}/src/` : `${folder}/src/${parent}/`;
      const folders = folderEdges(edges, ({ path }) => subfolderOf(path, prefix));
      found.push(...folderCycles(folders).map((cycle) => cycleViolation("folder cycle", "folders", cycle, prefix)));
    }
  }
  return found;
}

function cycleViolation(kind: Violation["kind"], of: string, cycle: readonly string[], prefix = ""): Violation {
  const file = `${prefix}${cycle[0]}`;
  return { kind, file, line: 0, reason: `cycle of ${cycle.length} ${of}: ${cycle.join(", ")}` };
}

/** The folder directly below `prefix` that holds a file; undefined for loose files and files elsewhere. */
export function subfolderOf(file: string, prefix: string): string | undefined {
  if (!file.startsWith(prefix)) return undefined;
  const [name, ...rest] = file.slice(prefix.length).split("/");
  return rest.length > 0 ? name : undefined;
}

/** The server's code, without tests and fixtures. */
export function serverFiles(tree: SourceTree): SourceFile[] {
  return tree.production.filter(({ group }) => group === "packages/server");
}

/** The first query of each file of the server that must not contain SQL: Kysely's `sql` tag or a query method. */
export function findMisplacedSql(tree: SourceTree): Violation[] {
  return serverFiles(tree)
    .filter((file) => !sqlFiles.test(file.path) && file.imports.some(({ specifier }) => mayQuery(specifier)))
    .flatMap((file): Violation[] => {
      let first: SyntaxNode | undefined;
      walk(file.program, (node) => {
        if (first === undefined && isQuery(node as ESTree.Node)) first = node;
      });
      if (!first) return [];
      return [{ kind: "sql", file: file.path, line: file.lineAt(first.start), reason: "SQL outside of a store" }];
    });
}

function mayQuery(specifier: string): boolean {
  return specifier === "kysely" || specifier.startsWith(".");
}

function isQuery(node: ESTree.Node): boolean {
  if (node.type === "TaggedTemplateExpression") return node.tag.type === "Identifier" && node.tag.name === "sql";
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { object, property } = node.callee;
  if (property.type !== "Identifier") return false;
  return queryMethods.has(property.name) || (object.type === "Identifier" && object.name === "sql");
}

/** Functions that routes or operations register, by file: imported from an area, with a context as a parameter. */
export function findUseCases(edges: readonly ImportEdge[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { from, to, of } of edges) {
    if (!useCaseRegistries.test(from.path) || useCaseRegistries.test(to.path) || of.typeOnly) continue;
    if (!useCaseFolders.test(to.path) || sqlFiles.test(to.path)) continue;
    const withContext = functionsWithContext(to);
    const names = of.names.filter((name) => withContext.has(name) && !helperNames.test(name));
    if (names.length > 0) found.set(to.path, new Set([...(found.get(to.path) ?? []), ...names]));
  }
  return found;
}

const contextFunctions = new WeakMap<SourceFile, Set<string>>();

/** The top-level functions of a file that have a parameter of a context type. */
function functionsWithContext(file: SourceFile): Set<string> {
  const cached = contextFunctions.get(file);
  if (cached) return cached;
  const names = new Set<string>();
  for (const statement of file.program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "FunctionDeclaration" && declaration.id && declaration.params.some(isContext))
      names.add(declaration.id.name);
  }
  contextFunctions.set(file, names);
  return names;
}

/** Imports of a use case by a file that has a use case itself. */
export function findUseCaseCalls(edges: readonly ImportEdge[]): Violation[] {
  const useCases = findUseCases(edges);
  return edges.flatMap(({ from, to, of }): Violation[] => {
    if (of.typeOnly || !useCases.has(from.path)) return [];
    const names = of.names.filter((name) => useCases.get(to.path)?.has(name));
    if (names.length === 0) return [];
    const reason = `a use case does not call another one: ${names.join(", ")} of ${to.path}`;
    return [{ kind: "use case", file: from.path, line: of.line, reason }];
  });
}

/** Functions that have both a transaction and a context with a connection among their parameters. */
export function findConnectionsInTransactions(tree: SourceTree): Violation[] {
  return serverFiles(tree).flatMap((file) => {
    const found: Violation[] = [];
    walk(file.program, (node) => {
      const params = parametersOf(node as ESTree.Node);
      if (!params?.some(isTransaction) || !params.some(isContext)) return;
      const reason = "a function that gets a transaction gets no context with `db`";
      found.push({ kind: "tx and db", file: file.path, line: file.lineAt(node.start), reason });
    });
    return found;
  });
}

function parametersOf(node: ESTree.Node): readonly ESTree.ParamPattern[] | undefined {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "TSDeclareFunction":
      return node.params;
    default:
      return undefined;
  }
}

/** A parameter named `tx`, or of the type `Tx` or `Transaction`. */
function isTransaction(param: ESTree.ParamPattern): boolean {
  return (param.type === "Identifier" && param.name === "tx") || /^(?:Tx|Transaction)$/.test(typeNameOf(param) ?? "");
}

function isContext(param: ESTree.ParamPattern): boolean {
  return contextType.test(typeNameOf(param) ?? "") || (param.type === "Identifier" && param.name === "db");
}

/** The name of a parameter's declared type, as far as it is a plain name. */
function typeNameOf(param: ESTree.ParamPattern): string | undefined {
  const annotation = "typeAnnotation" in param ? param.typeAnnotation?.typeAnnotation : undefined;
  if (annotation?.type !== "TSTypeReference" || annotation.typeName.type !== "Identifier") return undefined;
  return annotation.typeName.name;
}

/** The violations of each kind that has more of them than its limit. */
export function checkBoundaries(tree: SourceTree): string[] {
  return exceeded(findViolations(tree)).flatMap(({ kind, violations, limit }) => [
    ...violations.map(format),
    `${violations.length} violations of kind "${kind}", at most ${limit}`,
  ]);
}

function exceeded(violations: readonly Violation[]) {
  return Object.entries(limits.boundaries)
    .map(([kind, limit]) => ({ kind, limit, violations: violations.filter((one) => one.kind === kind) }))
    .filter(({ violations, limit }) => violations.length > limit);
}

function format({ file, line, reason }: Violation): string {
  return line > 0 ? `${file}:${line} ${reason}` : reason;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { list: { type: "boolean" } }, allowPositionals: true });
  const violations = findViolations(new SourceTree(root));
  if (values.list) {
    const shown = violations.filter(({ kind }) => positionals.length === 0 || positionals.includes(kind));
    for (const one of shown) console.log(`${one.kind}: ${format(one)}`);
  }
  for (const [kind, limit] of Object.entries(limits.boundaries))
    console.log(
      `${String(violations.filter((one) => one.kind === kind).length).padStart(6)} of ${String(limit).padStart(6)}  ${kind}`,
    );
  if (exceeded(violations).length > 0) process.exitCode = 1;
}
