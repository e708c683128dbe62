import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

const highlighter = createLowlight({
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin, markdown, php, python },
  ...{ ruby, rust, scss, shell, sql, swift, typescript, xml, yaml },
});

/** Kinds of tokens by the classes of highlight.js. Others are plain. */
const kinds: Readonly<Record<string, string>> = {
  ...kind("k", "keyword", "name", "selector-tag", "selector-class", "selector-id", "section", "property", "attribute"),
  ...kind("s", "string", "regexp", "addition", "char", "link", "code"),
  ...kind("n", "number", "literal", "symbol", "bullet", "variable", "template-variable", "attr", "built_in", "type"),
  ...kind("c", "comment", "quote", "meta", "doctag"),
  ...kind("f", "title", "strong"),
  ...kind("d", "deletion"),
};

function kind(letter: string, ...classes: string[]): Record<string, string> {
  return Object.fromEntries(classes.map((name) => [`hljs-${name}`, letter]));
}

type Tree = ReturnType<typeof highlighter.highlight>["children"][number];

/**
 * Lengths and kinds of the tokens of `code`: `3k1.` is a keyword of three characters and a plain one.
 *
 * @returns `undefined` for an unknown language.
 */
export function tokenize(code: string, language: string): string | undefined {
  // The word after a fence may contain more, such as `rust,ignore`.
  const name = /^[\w+#.-]+/.exec(language)?.[0].toLowerCase() ?? "";
  if (!highlighter.registered(name)) return undefined;
  const runs: [length: number, kind: string][] = [];
  const add = (node: Tree, around: string): void => {
    if (node.type === "text") {
      const last = runs.at(-1);
      if (last?.[1] === around) last[0] += node.value.length;
      else runs.push([node.value.length, around]);
    } else if (node.type === "element") {
      const classes = node.properties.className;
      const own = Array.isArray(classes) ? kinds[String(classes[0])] : undefined;
      for (const child of node.children) add(child as Tree, own ?? around);
    }
  };
  for (const node of highlighter.highlight(name, code).children) add(node, ".");
  return runs.map(([length, own]) => `${length}${own}`).join("");
}
