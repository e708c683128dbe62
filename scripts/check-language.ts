import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ESTree } from "vite";
import { limits } from "./codebase/limits.ts";
import {
  findFiles,
  isWithin,
  root,
  type SourceFile,
  SourceTree,
  type SyntaxNode,
  walk,
} from "./codebase/source-tree.ts";
import { allowedNames, exemptFiles, namePatterns, wordings } from "./codebase/vocabulary.ts";

/** A wording, name, line or commit subject that the vocabulary does not allow. */
export interface LanguageHit {
  /** From the root of the repository; `commits` for a commit subject. */
  file: string;
  /** The first line is 1. */
  line: number;
  kind: "comment" | "name" | "title" | "docs" | "width" | "commit";
  found: string;
  instead: string;
}

/** Comments of `biome-ignore` cannot be wrapped. */
const maxColumns = 120;
const maxSubjectLength = 72;
/** Commits after this one follow the rule for subjects. */
const baseCommit = "3adfd779a1ed5737724797958c9109f0c188f48f";
const subjectPattern = /^(feat|fix|docs|test|refactor|perf|chore|build|ci|style|revert)(\([a-z0-9,/-]+\))?!?: \S/;
const documents = ["*.md", ".changeset/*.md", "docs/**/*.md", "{packages,apps,examples,bench,tests}/**/*.md"];

/** Every hit in source files and documents below `below`, by file and line. */
export function findLanguageHits(tree: SourceTree, below = ""): LanguageHit[] {
  const sources = [...tree.files.values()].filter(({ path }) => isWithin(path, below) && !isExempt(path));
  const markdown = findFiles(tree.root, documents).filter((file) => isWithin(file, below) && !isExempt(file));
  return [
    ...sources.flatMap(hitsInSource),
    ...markdown.sort().flatMap((file) => hitsInDocument(file, readFileSync(path.join(tree.root, file), "utf8"))),
  ];
}

function isExempt(file: string): boolean {
  return exemptFiles.some((pattern) => pattern.test(file));
}

const hitsByFile = new WeakMap<SourceFile, LanguageHit[]>();

/** The hits in the comments, declared names and test titles of one file. Computed once for each file. */
export function hitsInSource(file: SourceFile): readonly LanguageHit[] {
  const hits = hitsByFile.get(file) ?? readHits(file);
  hitsByFile.set(file, hits);
  return hits;
}

function readHits(file: SourceFile): LanguageHit[] {
  const hits = joinLineComments(file).flatMap((comment) => {
    const lines = comment.text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?/g, (start) => start.replace(/[^\n]/g, " "));
    return proseHits(file.path, "comment", blankCode(lines), (offset) => file.lineAt(comment.start + offset));
  });
  hits.push(...wideComments(file));
  const names = new Set<string>();
  walk(file.program, (node, parent, key) => {
    const title = testTitle(node);
    if (title) hits.push(...proseHits(file.path, "title", blankCode(title.text), () => file.lineAt(title.start)));
    const name = declaredName(node, parent, key, file);
    if (name === undefined || names.has(name)) return;
    names.add(name);
    const match = allowedNames.has(name) ? undefined : namePatterns.find(({ pattern }) => pattern.test(name));
    if (match)
      hits.push({ file: file.path, line: file.lineAt(node.start), kind: "name", found: name, instead: match.instead });
  });
  return hits.sort((one, other) => one.line - other.line);
}

/** The hits in the text of a Markdown file, outside of code. */
export function hitsInDocument(file: string, text: string): LanguageHit[] {
  const prose = blankCode(text).replace(/\]\([^)\s]*\)|<[^>\n]+>/g, blank);
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
  return proseHits(file, "docs", prose, (offset) => lineStarts.findLastIndex((start) => start <= offset) + 1);
}

const wordingPattern = new RegExp(
  `(?<![\\w'’-])(?:${wordings.map(({ pattern }) => `(${pattern.replaceAll(" ", "\\s+")})`).join("|")})(?![\\w-])`,
  "gi",
);

function proseHits(
  file: string,
  kind: LanguageHit["kind"],
  prose: string,
  lineAt: (offset: number) => number,
): LanguageHit[] {
  return Array.from(prose.matchAll(wordingPattern), (match) => {
    const index = match.slice(1).findIndex((group) => group !== undefined);
    const found = match[0].replace(/\s+/g, " ");
    return { file, line: lineAt(match.index), kind, found, instead: wordings[index]?.instead ?? "" };
  });
}

/** Replaces fenced code, code in backticks, `{@link …}` and addresses by blanks of the same length. */
function blankCode(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)|`[^`]*`|\{@link[^}]*\}|https?:\/\/\S+/g, blank);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** Comments with their delimiters; consecutive line comments are one, because a wording may be wrapped. */
function joinLineComments(file: SourceFile): { text: string; start: number }[] {
  const joined: { start: number; end: number; block: boolean }[] = [];
  for (const { start, end, block } of file.comments) {
    const last = joined.at(-1);
    if (last && !block && !last.block && /^[ \t]*\n[ \t]*$/.test(file.text.slice(last.end, start))) last.end = end;
    else joined.push({ start, end, block });
  }
  return joined.map(({ start, end }) => ({ text: file.text.slice(start, end), start }));
}

function wideComments(file: SourceFile): LanguageHit[] {
  const lines = file.text.split("\n");
  const wide = new Set<number>();
  for (const { start, end } of file.comments) {
    const [first, last] = [file.lineAt(start), file.lineAt(end)];
    for (let line = first; line <= last; line += 1) {
      const text = lines[line - 1] ?? "";
      if (text.length > maxColumns && !/biome-ignore|\S{80}/.test(text)) wide.add(line);
    }
  }
  const instead = `at most ${maxColumns} columns`;
  return [...wide].map((line) => ({
    file: file.path,
    line,
    kind: "width",
    found: `${lines[line - 1]?.length} columns`,
    instead,
  }));
}

/** The title of `it`, `test` or `describe`, with `.each` and the like. */
function testTitle(node: SyntaxNode): { text: string; start: number } | undefined {
  const call = node as ESTree.Node;
  if (call.type !== "CallExpression") return undefined;
  const [title] = call.arguments;
  if (title?.type !== "Literal" || typeof title.value !== "string") return undefined;
  let callee: ESTree.Node = call.callee;
  while (
    callee.type === "CallExpression" ||
    callee.type === "MemberExpression" ||
    callee.type === "TaggedTemplateExpression"
  )
    callee =
      callee.type === "CallExpression"
        ? callee.callee
        : callee.type === "MemberExpression"
          ? callee.object
          : callee.tag;
  if (callee.type !== "Identifier" || !/^(it|test|describe)$/.test(callee.name)) return undefined;
  return { text: title.value, start: title.start };
}

/**
 * The name that a node declares, if it is an identifier that declares one. Properties of the contract are the wire's.
 */
export function declaredName(
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  key: string,
  file: Pick<SourceFile, "path">,
): string | undefined {
  const identifier = node as ESTree.Node;
  if (identifier.type !== "Identifier" || !parent) return undefined;
  const { name } = identifier;
  const container = parent as ESTree.Node;
  switch (container.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "FunctionExpression":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
    case "TSEnumMember":
      return key === "id" || key === "params" ? name : undefined;
    case "ArrowFunctionExpression":
    case "TSFunctionType":
    case "TSMethodSignature":
    case "TSCallSignatureDeclaration":
    case "TSEmptyBodyFunctionExpression":
      return key === "params" || (key === "key" && !container.type.startsWith("TSF")) ? name : undefined;
    case "TSPropertySignature":
      return key === "key" && !file.path.startsWith("packages/contract/src/") ? name : undefined;
    case "PropertyDefinition":
    case "MethodDefinition":
      return key === "key" && !container.computed ? name : undefined;
    case "ArrayPattern":
    case "RestElement":
    case "CatchClause":
      return name;
    case "AssignmentPattern":
      return key === "left" ? name : undefined;
    case "Property":
      // `value` is a binding in a pattern and an expression in a literal, which declares nothing; both are walked.
      return undefined;
    default:
      return undefined;
  }
}

/** Subjects since the base commit that do not follow `type(area): result`; empty without a history that reaches it. */
export function findCommitHits(folder: string): LanguageHit[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  let log: string;
  try {
    git("merge-base", "--is-ancestor", baseCommit, "HEAD");
    log = git("log", "--no-merges", "--format=%h %s", `${baseCommit}..HEAD`);
  } catch {
    return [];
  }
  return log
    .split("\n")
    .filter(Boolean)
    .flatMap((line): LanguageHit[] => {
      const [hash = "", subject = ""] = [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
      const hits = proseHits("commits", "commit", blankCode(subject), () => 0);
      if (!subjectPattern.test(subject) || subject.length > maxSubjectLength)
        hits.push({
          file: "commits",
          line: 0,
          kind: "commit",
          found: subject,
          instead: `type(area): result, at most ${maxSubjectLength} characters`,
        });
      return hits.map((hit) => ({ ...hit, found: `${hash} ${hit.found}` }));
    });
}

/** Hits by package or top-level folder; files of the root count as `docs`. */
export function countByGroup(hits: readonly LanguageHit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of hits) {
    const [first = "", second = ""] = file.split("/");
    const group = first === "packages" || first === "apps" ? `${first}/${second}` : second ? first : "root";
    const name = file === "commits" ? "commits" : group;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** One line for each group with more hits than its limit. */
export function checkLanguage(tree: SourceTree): string[] {
  const counts = countByGroup([...findLanguageHits(tree), ...findCommitHits(tree.root)]);
  return [...counts].flatMap(([group, count]) => {
    const limit = limits.language[group] ?? 0;
    return count > limit
      ? [`${group}: ${count} language hits, at most ${limit}; npx node scripts/check-language.ts --list ${group}`]
      : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { list: { type: "boolean" } }, allowPositionals: true });
  if (values.list) {
    const folders = positionals.length > 0 ? positionals.map((folder) => path.posix.normalize(folder)) : [""];
    const hits = folders.flatMap((folder) =>
      folder === "commits" ? findCommitHits(root) : findLanguageHits(new SourceTree(root, folder), folder),
    );
    for (const { file, line, kind, found, instead } of hits)
      console.log(`${file}:${line} ${kind}: ${found} → ${instead}`);
    console.log(`${hits.length} hits`);
  } else {
    const tree = new SourceTree(root);
    const counts = countByGroup([...findLanguageHits(tree), ...findCommitHits(root)]);
    for (const [group, count] of [...counts].sort())
      console.log(`${String(count).padStart(6)} of ${String(limits.language[group] ?? 0).padStart(6)}  ${group}`);
    const problems = checkLanguage(tree);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
}
