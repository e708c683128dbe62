import { embedMarkdown, imageMarkdown } from "./embeds.ts";
import { describeLost, type GeneratorContext, replaceInText, replaceOutsideFences } from "./text-parts.ts";

const imageName = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?.*)?$/i;
/** Unindented `import` and `export` statements extend to the next empty line. */
const statements = /(?<=^\s*|\n[ \t]*\n)(?:import|export)\s(?:(?!\n[ \t]*\n)[\s\S])*/g;
const pictureComponents = /^(?:img|Image|Picture|Figure|ThemedImage)$/;

/** Source: MDX, "What is MDX?", "ESM"; Astro, "Images". */
export function adaptMdx(markdown: string, { warn }: GeneratorContext): string {
  const pictures = new Map<string, string>();
  const plain = replaceOutsideFences(markdown, statements, ([block], line) => {
    readStatements(block, line, pictures, warn);
    return "";
  });
  return replaceInText(plain, createJsxPattern(), ([found], line) => {
    if (found.startsWith("{")) return expressionText(found, line, warn);
    return tagMarkdown(found, line, pictures, warn);
  });
}

function readStatements(
  block: string,
  line: number,
  pictures: Map<string, string>,
  warn: GeneratorContext["warn"],
): void {
  let lines = 0;
  for (const statement of block.split(/\n(?=(?:import|export)\s)/)) {
    const [, name, path = ""] = /^import\s+(?:([\w$]+)|[^"']*?)\s*(?:from\s*)?["']([^"']+)["']/.exec(statement) ?? [];
    if (name !== undefined && imageName.test(path)) pictures.set(name, path);
    else if (path !== "") warn(line + lines, `The import of "${path.slice(0, 80)}" is not supported.`, "import");
    else warn(line + lines, describeLost("The statement", statement.split("\n")[0] ?? "", "nothing"), "export");
    lines += statement.split("\n").length;
  }
}

/** Matches expressions with braces nested two levels, and tags whose attributes are such expressions or strings. */
function createJsxPattern(): RegExp {
  const text = `"[^"]*"|'[^']*'`;
  const innermost = String.raw`\{(?:${text}|[^{}"'])*\}`;
  const inner = String.raw`\{(?:${text}|${innermost}|[^{}"'])*\}`;
  const expression = String.raw`\{(?:\/\*[\s\S]*?\*\/|${text}|${inner}|[^{}"'])*\}`;
  const tag = String.raw`<\/?(?:[A-Za-z][\w.-]*(?:${text}|${expression}|[^<>{}"'])*)?>`;
  return new RegExp(`${expression}|${tag}`, "g");
}

function expressionText(found: string, line: number, warn: GeneratorContext["warn"]): string {
  const inner = found.slice(1, -1).trim();
  // The end of the excerpt. Source: Docusaurus, "Blog post list".
  if (/^\/\*\s*truncate\s*\*\/$/.test(inner)) return "<!-- more -->";
  if (inner === "" || /^\/\*[\s\S]*\*\/$/.test(inner)) return "";
  const text = literalOf(inner);
  if (text === undefined) warn(line, describeLost("The expression", found, "nothing"), "expression");
  return text ?? "";
}

/** The value of a string or number literal of JavaScript. */
function literalOf(expression: string): string | undefined {
  const text = /^(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)$/.exec(expression);
  return text ? (text[1] ?? text[2] ?? text[3]) : /^\d+(?:\.\d+)?$/.test(expression) ? expression : undefined;
}

/** `require('./photo.png').default` of Docusaurus. */
function requiredImage(expression: string): string | undefined {
  return /^require\(\s*["']([^"']+)["']\s*\)(?:\.default)?$/.exec(expression)?.[1];
}

function tagMarkdown(
  found: string,
  line: number,
  pictures: ReadonlyMap<string, string>,
  warn: GeneratorContext["warn"],
): string {
  const [, closes, name = "", rest = ""] = /^<(\/?)([A-Za-z][\w.-]*)?([\s\S]*?)\/?>$/.exec(found) ?? [];
  const isComponent = /^[A-Z]|\./.test(name);
  if (name === "" || (closes !== "" && isComponent)) return "";
  if (closes !== "") return found;
  const named = readAttributes(rest, pictures);
  const src = named.get("src");
  if (pictureComponents.test(name) && src !== undefined) return imageMarkdown(src, named);
  if (isComponent) {
    const embed = embedMarkdown(name, { named, positional: [] });
    if (embed && !embed.isLink) return embed.markdown;
    if (embed) warn(line, `<${name}> is not supported; it is imported as a link.`, name);
    else warn(line, `<${name}> is not supported; only its text is imported.`, name);
    return embed?.markdown ?? "";
  }
  const attributes = [...named].map(([key, value]) => ` ${key}="${value.replaceAll('"', "&quot;")}"`).join("");
  return `<${name}${attributes}>${found.endsWith("/>") && !/^(?:img|br|hr|input|source|wbr)$/.test(name) ? `</${name}>` : ""}`;
}

/** Attributes whose values are strings, numbers or images; computed ones are omitted. */
function readAttributes(text: string, pictures: ReadonlyMap<string, string>): Map<string, string> {
  const named = new Map<string, string>();
  const pattern = /([A-Za-z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{((?:[^{}]|\{[^{}]*\})*)\}))?/g;
  for (const [, name = "", double, single, expression] of text.matchAll(pattern)) {
    const words = expression?.trim() ?? "";
    const value =
      double ??
      single ??
      (expression === undefined
        ? ""
        : (literalOf(words) ?? requiredImage(words) ?? pictures.get(words.replace(/\.src$/, ""))));
    if (value !== undefined) named.set(name.toLowerCase(), value.replace(/\s+/g, " "));
  }
  return named;
}
