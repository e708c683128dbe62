export interface DialectContext {
  /** In a folder of Jekyll's, where braces are Liquid whatever they hold. */
  isJekyll: boolean;
  isMdx: boolean;
  /** Of the post, for texts that show it. */
  title: string;
  /** What ends the part of the text that introduces it, beside `<!-- more -->`. */
  excerptSeparator: string | undefined;
  /** An address that leads to the post which a reference of the dialect names, if there is one. */
  findPost(reference: string): string | undefined;
  note(line: number, reason: string): void;
}

/** What is told of a mark of a dialect. */
export function describeLost(what: string, found: string, kept: "link" | "text" | "nothing"): string {
  const shown = `"${found.replace(/\s+/g, " ").replaceAll('"', "'").slice(0, 80)}"`;
  const rest = { link: "; a link to it is kept", text: "; the text within it is kept", nothing: "" }[kept];
  return `${what} ${shown} cannot be carried${rest}.`;
}
