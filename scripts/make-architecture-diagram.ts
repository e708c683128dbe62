import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packageRules } from "./boundaries.ts";
import { layerOf, serverFiles } from "./check-boundaries.ts";
import { folderCycles, folderEdges, importEdges } from "./codebase/import-graph.ts";
import { root, SourceTree } from "./codebase/source-tree.ts";

/**
 * Writes the import layers of the server into the architecture document; with `--check`, fails if the arrows there are
 * out of date. With a folder as the argument, prints the diagram of that checkout instead, its loose files as one node.
 */
export const architectureFile = "docs/explanation/architecture.md";
const markers = /(<!-- layers:start -->\n)[\s\S]*?(<!-- layers:end -->)/;
const prefix = "packages/server/src/";
const rules = packageRules["@porchlight/server"];

/** The top-level entries of the server as a Mermaid diagram, with the number of imports on each arrow. */
export function layerDiagram(tree: SourceTree, looseFiles: "apart" | "together" = "apart"): string {
  const files = serverFiles(tree);
  const nodeOf = (file: string) => {
    const [name = "", ...rest] = file.slice(prefix.length).split("/");
    return rest.length > 0 || looseFiles === "apart" ? name : "loose files";
  };
  const edges = folderEdges(importEdges(tree, files), (file) => nodeOf(file.path));
  const names = [...new Set(files.map(({ path: file }) => nodeOf(file)))].sort();
  const layers = Map.groupBy(names, (name) => (rules ? layerOf(rules, { name, loose: name.includes(".") }) : -1));
  const inCycles = folderCycles(edges).flat();
  const lines = ["```mermaid", "flowchart TD"];
  for (const [layer, members] of [...layers].sort(([one], [other]) => one - other)) {
    if (members.length === 1 || layer === -1) lines.push(...members.map((name) => `  ${node(name)}`));
    else lines.push(`  subgraph layer${layer}[" "]`, ...members.map((name) => `    ${node(name)}`), "  end");
  }
  for (const [from, row] of [...edges].sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)))
    for (const [to, imports] of [...row].sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)))
      lines.push(`  ${idOf(from)} -->|${imports.length}| ${idOf(to)}`);
  if (inCycles.length > 0) {
    lines.push("  classDef cycle stroke:#c00,stroke-width:2px");
    lines.push(`  class ${inCycles.map(idOf).join(",")} cycle`);
  }
  return `${lines.join("\n")}\n\`\`\``;
}

function node(name: string): string {
  return `${idOf(name)}["${name}"]`;
}

function idOf(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "_");
}

/** Says that the arrows in the document are out of date. Numbers on arrows change with every import and may be. */
export function checkDiagram(tree: SourceTree): string[] {
  const file = path.join(tree.root, architectureFile);
  const current = existsSync(file) ? markers.exec(readFileSync(file, "utf8"))?.[0] : undefined;
  if (current === undefined) return [];
  const arrows = (text: string) => text.replace(/\|\d+\|/g, "");
  if (arrows(current).includes(arrows(layerDiagram(tree)))) return [];
  return [`${architectureFile} is out of date: npx node scripts/make-architecture-diagram.ts`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [argument] = process.argv.slice(2);
  if (argument === "--check") {
    const problems = checkDiagram(new SourceTree(root));
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } else if (argument) {
    console.log(layerDiagram(new SourceTree(path.resolve(argument)), "together"));
  } else {
    const file = path.join(root, architectureFile);
    const diagram = layerDiagram(new SourceTree(root));
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(markers, (_all, start, end) => `${start}\n${diagram}\n\n${end}`),
    );
  }
}
