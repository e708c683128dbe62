import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync } from "vite";

/** The root of this repository. */
export const root = path.resolve(import.meta.dirname, "../..");

/** One comment with its position in the text. */
export interface SourceComment {
  text: string;
  start: number;
  end: number;
  /** A block comment, as opposed to a line comment. */
  block: boolean;
}

/** One module specifier in a source file. */
export interface SourceImport {
  specifier: string;
  /** The first line is 1. */
  line: number;
  /** True if nothing of it remains at run time. */
  typeOnly: boolean;
  /**
   * Imported names; `*` for a namespace, `default` for the default export. Empty for `import "x"` and `import("x")`.
   */
  names: readonly string[];
}

/** One TypeScript file. Parsed when first needed, and only once. */
export class SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  #lineStarts: number[] | undefined;
  #parsed: ReturnType<typeof parseSync> | undefined;
  #program: ESTree.Program | undefined;
  #imports: SourceImport[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** `packages/server`, `apps/site`, or the top-level folder. */
  get group(): string {
    const [first = "", second = ""] = this.path.split("/");
    return first === "packages" || first === "apps" ? `${first}/${second}` : first;
  }

  /** The path below `src`; undefined outside of a package's `src`. */
  get withinSource(): string | undefined {
    return /^(?:packages|apps)\/[^/]+\/src\/(.+)$/.exec(this.path)?.[1];
  }

  get isTest(): boolean {
    return isTest(this.path);
  }

  /** Part of a package's code: below its `src`, and neither a test nor a fixture. */
  get isProduction(): boolean {
    return this.withinSource !== undefined && !this.isTest;
  }

  get lines(): readonly string[] {
    return this.text.replace(/\n$/, "").split("\n");
  }

  /** The line of an offset in the text; the first is 1. */
  lineAt(offset: number): number {
    this.#lineStarts ??= [0, ...Array.from(this.text.matchAll(/\n/g), (match) => match.index + 1)];
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  get comments(): SourceComment[] {
    return this.#parse().comments.map(({ type, value, start, end }) => ({
      text: value,
      start,
      end,
      block: type === "Block",
    }));
  }

  /** The syntax tree, in the form of TypeScript-ESTree. */
  get program(): ESTree.Program {
    this.#program ??= this.#parse().program;
    return this.#program;
  }

  /** Every module that the file names: imports, re-exports, `import()` and `import("x").Type`. */
  get imports(): readonly SourceImport[] {
    this.#imports ??= collectImports(this);
    return this.#imports;
  }

  #parse(): ReturnType<typeof parseSync> {
    this.#parsed ??= parseSync(this.path, this.text, { astType: "ts" });
    return this.#parsed;
  }
}

/** The TypeScript files of a repository by path, and its documentation on request. */
export class SourceTree {
  readonly root: string;
  readonly files: ReadonlyMap<string, SourceFile>;

  /** @param below Limits the tree to a folder or a file. */
  constructor(root: string, below = "") {
    this.root = root;
    const folders = "{packages,apps,tests,bench,scripts,examples}";
    const found = findFiles(root, `${folders}/**/*.{ts,tsx}`).filter((file) => isWithin(file, below));
    this.files = new Map(
      found.sort().map((file) => [file, new SourceFile(file, readFileSync(path.join(root, file), "utf8"))]),
    );
  }

  /** The code of the packages, without tests and fixtures. */
  get production(): SourceFile[] {
    return [...this.files.values()].filter((file) => file.isProduction);
  }

  /** Resolves a relative specifier; undefined for packages and for files that are not TypeScript. */
  resolve(from: SourceFile, specifier: string): SourceFile | undefined {
    if (!specifier.startsWith(".")) return undefined;
    return this.files.get(path.posix.join(path.posix.dirname(from.path), specifier));
  }
}

/** Paths from the root, with `/`, without what is installed, built or recorded. */
export function findFiles(root: string, pattern: string | readonly string[]): string[] {
  const ignored = /(^|[\\/])(node_modules|dist|\.next|\.astro|recordings[\\/]fixtures)$/;
  return globSync(pattern, { cwd: root, exclude: (name) => ignored.test(name) }).map((file) =>
    file.split(path.sep).join("/"),
  );
}

/** True for the path itself and everything below it; everything is within `""`. */
export function isWithin(file: string, folder: string): boolean {
  return folder === "" || file === folder || file.startsWith(`${folder.replace(/\/$/, "")}/`);
}

/**
 * Tests and their fixtures: `*.test.ts`, `test-*.ts`, `stub-*.ts`, `*-under-test.ts`, and everything in a `test` folder
 * or in `tests`. The client publishes what is in `src/testing`.
 */
export function isTest(file: string): boolean {
  if (/\.test\.tsx?$|(?:^|\/)tests?\//.test(file)) return true;
  return (
    /(?:^|\/)(?:(?:test|stub)-[^/]+|[^/]+-under-test)\.tsx?$/.test(file) &&
    !/^packages\/[^/]+\/src\/testing\//.test(file)
  );
}

/** A node of the syntax tree, of any type. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
}

/**
 * Calls `visit` with each node below `node`, parents first, with the node that contains it and the name of the
 * property.
 */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | undefined, key: string) => void,
  parent?: SyntaxNode,
  key = "",
): void {
  visit(node, parent, key);
  for (const name in node) {
    const value = (node as unknown as Record<string, unknown>)[name];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, visit, node, name);
    } else if (isNode(value)) {
      walk(value, visit, node, name);
    }
  }
}

/** Every module that the text of a module names: TypeScript, declarations or JavaScript. */
export function readImports(text: string): readonly SourceImport[] {
  return new SourceFile("module.ts", text).imports;
}

function collectImports(file: SourceFile): SourceImport[] {
  const found: SourceImport[] = [];
  const add = (node: SyntaxNode, specifier: string, typeOnly: boolean, names: readonly string[]) =>
    found.push({ specifier, line: file.lineAt(node.start), typeOnly, names });
  walk(file.program, (node) => {
    const tree = node as ESTree.Node;
    switch (tree.type) {
      case "ImportDeclaration": {
        const { specifiers } = tree;
        const values = specifiers.filter((one) => !(one.type === "ImportSpecifier" && one.importKind === "type"));
        const typeOnly = tree.importKind === "type" || (specifiers.length > 0 && values.length === 0);
        add(tree.source, tree.source.value, typeOnly, specifiers.map(importedName));
        break;
      }
      case "ExportNamedDeclaration":
        if (tree.source) {
          const values = tree.specifiers.filter((one) => one.exportKind !== "type");
          const typeOnly = tree.exportKind === "type" || (tree.specifiers.length > 0 && values.length === 0);
          const names = tree.specifiers.map(({ local }) => nameOf(local));
          add(tree.source, tree.source.value, typeOnly, names);
        }
        break;
      case "ExportAllDeclaration":
        add(tree.source, tree.source.value, tree.exportKind === "type", ["*"]);
        break;
      case "ImportExpression":
        if (tree.source.type === "Literal" && typeof tree.source.value === "string")
          add(tree.source, tree.source.value, false, []);
        break;
      case "TSImportType":
        add(tree.source, tree.source.value, true, []);
        break;
    }
  });
  return found;
}

function importedName(node: ESTree.ImportDeclarationSpecifier): string {
  if (node.type === "ImportSpecifier") return nameOf(node.imported);
  return node.type === "ImportDefaultSpecifier" ? "default" : "*";
}

/** The name that a module specifier gives: an identifier, or a string. */
export function nameOf(node: ESTree.ModuleExportName): string {
  return node.type === "Literal" ? node.value : node.name;
}
