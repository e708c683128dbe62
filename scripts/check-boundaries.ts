import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { areas, forbiddenNames, outsiders, type PackageRules, packageRules } from "./boundaries.ts";

/** An import that the rules do not allow. */
export interface ForbiddenEdge {
  /** From the root of the repository, with `/`. */
  file: string;
  /** 1 is the first. */
  line: number;
  specifier: string;
  reason: string;
}

/** Reads every TypeScript file below `root` and answers the imports, of types too, that the rules do not allow. */
export function findForbiddenEdges(root: string): ForbiddenEdge[] {
  const files = globSync(["{packages,apps}/**/*.{ts,tsx}", `{${outsiders.join(",")}}/**/*.{ts,tsx}`], {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  });
  return files
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .flatMap((file) =>
      readImports(readFileSync(path.join(root, file), "utf8")).flatMap(({ specifier, line }) => {
        const reason = whyForbidden(file, specifier);
        return reason === undefined ? [] : [{ file, line, specifier, reason }];
      }),
    );
}

/** Every module that a source names, with its line: `import`, `export … from`, `import()` and types by `import()`. */
export function readImports(source: string): { specifier: string; line: number }[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, " "));
  const pattern = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g;
  return [...code.matchAll(pattern)].map((match) => ({
    specifier: match[1] ?? "",
    line: code.slice(0, match.index).split("\n").length,
  }));
}

/** Says why `file` must not import `specifier`; undefined when it may. Both as they are written. */
export function whyForbidden(file: string, specifier: string): string | undefined {
  const from = ownerOf(file);
  if (from === undefined) return undefined;
  if (!specifier.startsWith(".")) return whyPackageForbidden(from, specifier, isTest(file));
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (!target.startsWith(`${from.rules.folder}/`)) return "another package is imported by its name, never by a path";
  return whyNameForbidden(file, target) ?? whyFolderForbidden(from.rules, file, target);
}

interface Owner {
  name: string;
  rules: PackageRules;
}

function ownerOf(file: string): Owner | undefined {
  for (const [name, rules] of Object.entries(packageRules)) {
    if (file.startsWith(`${rules.folder}/`)) return { name, rules };
  }
  return undefined;
}

function whyPackageForbidden(from: Owner, specifier: string, test: boolean): string | undefined {
  const name = Object.keys(packageRules).find((known) => specifier === known || specifier.startsWith(`${known}/`));
  if (name === undefined || name === from.name || from.rules.packages.includes(name)) return undefined;
  // What a test sends and expects is the contract's, wherever it is tested.
  if (test && name === "@porchlight/contract") return undefined;
  return `${from.name} may not import ${name}`;
}

function whyNameForbidden(file: string, target: string): string | undefined {
  if (isTest(file)) return undefined;
  return forbiddenNames.find(({ from, to }) => from.test(file) && to.test(target))?.reason;
}

function whyFolderForbidden(rules: PackageRules, file: string, target: string): string | undefined {
  const from = placeOf(rules, file);
  const to = placeOf(rules, target);
  if (to.kind === "testing")
    return isTest(file) || from.kind === "testing" ? undefined : "only tests import what is made for tests";
  if (["composition", "meeting", "testing", "outside"].includes(from.kind) || from.name === to.name) return undefined;
  // A test may set its scene with other areas.
  if (isTest(file)) return undefined;
  if (to.kind === "composition") return `"${to.name}" puts the package together; nothing in it imports that`;
  if (to.kind !== "area") return undefined;
  if (from.kind !== "area") return `"${from.name}" carries the areas and may not import "${to.name}"`;
  const allowed: readonly string[] = rules.areaEdges[from.name as keyof typeof rules.areaEdges] ?? [];
  return allowed.includes(to.name) ? undefined : `the area "${from.name}" may not import the area "${to.name}"`;
}

interface Place {
  kind: "area" | "foundation" | "composition" | "meeting" | "testing" | "beside" | "outside";
  name: string;
}

/** Where within its package a file stands. */
function placeOf(rules: PackageRules, file: string): Place {
  const within = file.slice(rules.folder.length + 1);
  if (!within.startsWith("src/")) return { kind: "outside", name: within };
  const [first = "", ...rest] = within.slice("src/".length).split("/");
  if (first === "testing") return { kind: "testing", name: first };
  if (rules.composition.includes(first)) return { kind: "composition", name: first };
  if (rules.meetingPlaces.includes(first)) return { kind: "meeting", name: first };
  if (rest.length === 0) return { kind: "beside", name: first };
  if ((areas as readonly string[]).includes(first)) return { kind: "area", name: first };
  return { kind: "foundation", name: first };
}

/** Tests, and what several of them share (`test-posts.ts`, `stub-api.ts`). */
function isTest(file: string): boolean {
  return /\.test\.tsx?$|(?:^|\/)(?:test|stub)-[^/]+\.tsx?$/.test(file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const edges = findForbiddenEdges(path.resolve(import.meta.dirname, ".."));
  for (const { file, line, specifier, reason } of edges)
    console.error(`${file}:${line} imports "${specifier}": ${reason}`);
  if (edges.length > 0) process.exitCode = 1;
}
