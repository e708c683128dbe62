import { readFileSync } from "node:fs";
import path from "node:path";
import type { ESTree } from "vite";
import { sqlFiles } from "../boundaries.ts";
import { findFiles, SourceFile, type SyntaxNode, walk } from "./source-tree.ts";

/** A piece of SQL in the sources: without comments, values, and strings. */
export interface SqlText {
  /** From the root of the repository. */
  file: string;
  text: string;
}

/** Methods of Kysely that add keywords which the sources do not contain as text. */
const builderMethods: Readonly<Record<string, string>> = {
  forUpdate: "for update",
  forShare: "for share",
  forKeyShare: "for key share",
  forNoKeyUpdate: "for no key update",
  skipLocked: "skip locked",
  noWait: "nowait",
  onConflict: "on conflict do update",
  doNothing: "do nothing",
  distinctOn: "distinct on",
  withRecursive: "with recursive",
  returning: "returning",
  returningAll: "returning",
  mergeInto: "merge into",
  savepoint: "savepoint",
  rollbackToSavepoint: "rollback to savepoint",
  filterWhere: "filter (where",
  over: "over (",
  partitionBy: "partition by",
  lateral: "lateral",
  innerJoinLateral: "inner join lateral",
  leftJoinLateral: "left join lateral",
  setIsolationLevel: "isolation level repeatable read",
  using: "using",
};

const statement =
  /^\s*(?:select|insert|update|delete|begin|start|lock|copy|create|alter|drop|set|with|commit|rollback|vacuum|analyze|truncate|listen|notify|comment|refresh|do|explain|merge|call|;)\b/i;

/** Sources of the probes of the engine. */
const probes = "packages/server/src/platform/db/engine/";

/** The SQL of the server and of its job queue: migrations, templates, statements in strings, and Kysely's methods. */
export function readSql(root: string): SqlText[] {
  const migrations = findFiles(root, "packages/server/src/**/*.sql");
  const sources = findFiles(root, "packages/server/src/**/*.ts").filter(
    (file) => !/\.test\.ts$/.test(file) && !file.startsWith(probes),
  );
  const queue = ["plans", "manager", "notifier", "timekeeper", "boss", "bam"].map(
    (name) => `node_modules/pg-boss/dist/${name}.js`,
  );
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  return [
    ...migrations.map((file) => ({ file, text: toWords(read(file)) })),
    ...[...sources, ...queue].flatMap((file) =>
      sqlOf(new SourceFile(file, read(file))).map((text) => ({ file, text: toWords(text) })),
    ),
  ];
}

function sqlOf(file: SourceFile): string[] {
  const found: string[] = [];
  const isQueue = file.path.startsWith("node_modules/");
  const mayContainSql = isQueue || sqlFiles.test(file.path) || file.path.includes("/backups/");
  walk(file.program, (node, parent) => {
    const tree = node as ESTree.Node;
    if (tree.type === "TemplateLiteral") {
      const text = tree.quasis.map(({ value }) => value.cooked ?? value.raw).join(" ? ");
      if (isSqlTag(parent) || isQueue || (mayContainSql && statement.test(text))) found.push(text);
    }
    if (tree.type === "Literal" && typeof tree.value === "string" && statement.test(tree.value)) found.push(tree.value);
    if (tree.type === "CallExpression" && tree.callee.type === "MemberExpression") {
      const { property } = tree.callee;
      const words = property.type === "Identifier" ? builderMethods[property.name] : undefined;
      if (words !== undefined && Object.hasOwn(builderMethods, (property as { name: string }).name)) found.push(words);
    }
  });
  return found;
}

function isSqlTag(parent: SyntaxNode | undefined): boolean {
  const tree = parent as ESTree.Node | undefined;
  return tree?.type === "TaggedTemplateExpression" && tree.tag.type === "Identifier" && tree.tag.name === "sql";
}

/** Removes comments and the contents of strings; `$$` bodies remain, since they are statements. */
function toWords(text: string): string {
  return text
    .replace(/--[^\n]*/g, " ")
    .replace(/'(?:[^']|'')*'/g, " '' ")
    .toLowerCase();
}
