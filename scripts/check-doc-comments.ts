import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ESTree } from "vite";
import { limits } from "./codebase/limits.ts";
import { isWithin, nameOf, root, type SourceFile, SourceTree, type SyntaxNode } from "./codebase/source-tree.ts";

/** A name that a package publishes, or a member of one. */
export interface PublicName {
  /** The package of the declaration: a name of the contract may be published by the client. */
  group: string;
  /** Where it is declared, from the root of the repository. */
  file: string;
  line: number;
  /** `Client`, or `Client.member` for a member. */
  name: string;
  member: boolean;
  documented: boolean;
}

/**
 * The packages whose entries are public. The contract has no entries of its own: its public part is what these export.
 * The members of interfaces, type literals and classes are counted where `members` is set.
 */
const publicPackages: readonly { folder: string; members: boolean }[] = [
  { folder: "packages/client", members: true },
  { folder: "packages/react", members: true },
  { folder: "packages/server", members: false },
  { folder: "packages/cli", members: false },
];
/** Entries for tests of this repository. */
const internalEntries: ReadonlySet<string> = new Set(["@porchlight/server/testing"]);

/** Every public name by file and line, each once. */
export function findPublicNames(tree: SourceTree): PublicName[] {
  const found = new Map<string, PublicName>();
  for (const { folder, members } of publicPackages) {
    for (const entry of entriesOf(tree, folder)) {
      const file = tree.files.get(entry);
      if (file) for (const one of exportsOf(tree, file).values()) addNames(found, one, members);
    }
  }
  return [...found.values()].sort((one, other) =>
    one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
  );
}

/** Paths of the TypeScript files that the manifest in `folder` exports; none without a manifest. */
function entriesOf(tree: SourceTree, folder: string): string[] {
  let manifest: { name: string; exports?: Record<string, string> };
  try {
    manifest = JSON.parse(readFileSync(path.join(tree.root, folder, "package.json"), "utf8"));
  } catch {
    return [];
  }
  return Object.entries(manifest.exports ?? {})
    .filter(([entry, file]) => /\.tsx?$/.test(file) && !internalEntries.has(path.posix.join(manifest.name, entry)))
    .map(([, file]) => path.posix.join(folder, file));
}

/** A declaration with the name under which its file declares it. */
export interface Declaration {
  file: SourceFile;
  name: string;
  /** Several for overloads and for a type and a value of the same name. */
  nodes: { statement: SyntaxNode; declaration: ESTree.Node }[];
}

/** What a file exports, by name, followed through re-exports to the declarations. */
export function exportsOf(
  tree: SourceTree,
  file: SourceFile,
  visited = new Set<SourceFile>(),
): Map<string, Declaration> {
  const found = new Map<string, Declaration>();
  if (visited.has(file)) return found;
  visited.add(file);
  for (const statement of file.program.body) {
    if (statement.type === "ExportAllDeclaration") {
      const source = resolve(tree, file, statement.source.value);
      if (source) for (const [name, one] of exportsOf(tree, source, visited)) found.set(name, one);
    } else if (statement.type === "ExportNamedDeclaration") {
      for (const name of declaredBy(statement.declaration)) addDeclaration(found, tree, file, name, name);
      for (const { local, exported } of statement.specifiers) {
        const source = statement.source ? resolve(tree, file, statement.source.value) : file;
        if (source) addDeclaration(found, tree, source, nameOf(local), nameOf(exported));
      }
    }
  }
  return found;
}

function addDeclaration(
  found: Map<string, Declaration>,
  tree: SourceTree,
  file: SourceFile,
  name: string,
  exported: string,
): void {
  const declaration = findDeclaration(tree, file, name);
  if (declaration) found.set(exported, declaration);
}

/** Where a name of a file is declared: there, or in the file that it is imported or re-exported from. */
function findDeclaration(tree: SourceTree, file: SourceFile, name: string, depth = 0): Declaration | undefined {
  if (depth > 20) return undefined;
  const nodes = file.program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declaration && declaredBy(declaration).includes(name) ? [{ statement, declaration }] : [];
  });
  if (nodes.length > 0) return { file, name, nodes };
  for (const statement of file.program.body) {
    let specifier: string | undefined;
    let original: string | undefined;
    if (statement.type === "ImportDeclaration") {
      const match = statement.specifiers.find(({ local }) => local.name === name);
      if (match?.type === "ImportSpecifier") [specifier, original] = [statement.source.value, nameOf(match.imported)];
    } else if (statement.type === "ExportNamedDeclaration" && statement.source) {
      const match = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
      if (match) [specifier, original] = [statement.source.value, nameOf(match.local)];
    } else if (statement.type === "ExportAllDeclaration") {
      [specifier, original] = [statement.source.value, name];
    }
    if (specifier === undefined || original === undefined) continue;
    const source = resolve(tree, file, specifier);
    const declaration = source && findDeclaration(tree, source, original, depth + 1);
    if (declaration) return declaration;
  }
  return undefined;
}

function declaredBy(node: ESTree.Node | null): string[] {
  switch (node?.type) {
    case "VariableDeclaration":
      return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return node.id?.type === "Identifier" ? [node.id.name] : [];
    default:
      return [];
  }
}

/** Relative paths, and `@porchlight/contract/…`. */
function resolve(tree: SourceTree, file: SourceFile, specifier: string): SourceFile | undefined {
  const ofContract = /^@porchlight\/contract\/(.+)$/.exec(specifier)?.[1];
  return ofContract ? tree.files.get(`packages/contract/src/${ofContract}.ts`) : tree.resolve(file, specifier);
}

function addNames(found: Map<string, PublicName>, { file, name, nodes }: Declaration, members: boolean): void {
  const add = (node: SyntaxNode, name: string, member: boolean, documented: boolean) => {
    const key = `${file.path} ${name}`;
    const existing = found.get(key);
    if (existing) existing.documented ||= documented;
    else
      found.set(key, { group: file.group, file: file.path, line: file.lineAt(node.start), name, member, documented });
  };
  for (const { statement, declaration } of nodes) {
    add(statement, name, false, hasDocComment(file, statement));
    if (!members || file.group === "packages/contract") continue;
    for (const member of membersOf(declaration)) {
      const key = member.key.type === "Identifier" ? member.key.name : undefined;
      if (key !== undefined) add(member, `${name}.${key}`, true, hasDocComment(file, member));
    }
  }
}

function membersOf(node: ESTree.Node) {
  const signatures = (all: readonly ESTree.TSSignature[]) =>
    all.filter((one) => one.type === "TSPropertySignature" || one.type === "TSMethodSignature");
  if (node.type === "TSInterfaceDeclaration") return signatures(node.body.body);
  if (node.type === "TSTypeAliasDeclaration" && node.typeAnnotation.type === "TSTypeLiteral")
    return signatures(node.typeAnnotation.members);
  if (node.type === "ClassDeclaration")
    return node.body.body.filter(
      (one) =>
        (one.type === "MethodDefinition" || one.type === "PropertyDefinition") &&
        one.accessibility !== "private" &&
        !(one.type === "MethodDefinition" && one.kind === "constructor"),
    ) as (ESTree.MethodDefinition | ESTree.PropertyDefinition)[];
  return [];
}

/** True if a doc comment ends right before the node. */
function hasDocComment(file: SourceFile, { start }: SyntaxNode): boolean {
  const before = file.text.slice(0, start).trimEnd();
  return (
    before.endsWith("*/") &&
    file.comments.some(({ end, text, block }) => end === before.length && block && text.startsWith("*"))
  );
}

/** The share of documented names in percent, members apart. */
export function documentedShares(names: readonly PublicName[]): { names: number; members: number } {
  const share = (some: readonly PublicName[]) =>
    some.length === 0 ? 100 : (100 * some.filter(({ documented }) => documented).length) / some.length;
  return { names: share(names.filter(({ member }) => !member)), members: share(names.filter(({ member }) => member)) };
}

/** One line for each package with more undocumented names than its limit. */
export function checkDocComments(tree: SourceTree): string[] {
  return [...countUndocumented(findPublicNames(tree))].flatMap(([key, count]) => {
    const limit = limits.undocumented[key] ?? 0;
    return count > limit
      ? [`${key}: ${count} without a doc comment, at most ${limit}; npx node scripts/check-doc-comments.ts --list`]
      : [];
  });
}

/** Undocumented names by package, as `packages/react` and `packages/react members`. */
function countUndocumented(names: readonly PublicName[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { group, member, documented } of names) {
    const key = member ? `${group} members` : group;
    counts.set(key, (counts.get(key) ?? 0) + (documented ? 0 : 1));
  }
  return counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { list: { type: "boolean" } }, allowPositionals: true });
  const tree = new SourceTree(root);
  const names = findPublicNames(tree);
  if (values.list) {
    const [folder = ""] = positionals;
    const missing = names.filter(
      ({ documented, file }) => !documented && isWithin(file, path.posix.normalize(folder || ".").replace(/^\.$/, "")),
    );
    for (const { file, line, name } of missing) console.log(`${file}:${line} ${name}`);
    console.log(`${missing.length} without a doc comment`);
  } else {
    for (const [key, count] of [...countUndocumented(names)].sort())
      console.log(`${String(count).padStart(6)} of ${String(limits.undocumented[key] ?? 0).padStart(6)}  ${key}`);
    const problems = checkDocComments(tree);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
}
