/** Markup that is ready to be sent: every value put into it was escaped. Made by {@link html} alone. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type HtmlValue = string | number | Html | readonly HtmlValue[] | false | null | undefined;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it stands in markup and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char]!);
}

/** Template tag: text is escaped, markup made by this tag is kept, lists are joined, `false` and nothing vanish. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index])).join(""));
}

function render(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(render).join("");
  return escapeHtml(String(value));
}

/**
 * `value` as JSON that may stand inside a script element: nothing in it can end the element or the line.
 * Source: security requirements §4.6.
 */
export function scriptJson(value: unknown): Html {
  const text = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return new Html(text);
}
