/** More markers of quotes and list items than this at the start of one line are taken as text. */
const maxMarkersPerLine = 60;
/** List items are moved back to this indentation. */
const maxListIndentColumns = 120;
/** More delimiters in a paragraph take quadratic time. */
const maxEmphasisMarksPerParagraph = 500;
/** Also quadratic: runs of backticks of different lengths. */
const maxBacktickLengthsPerParagraph = 100;

export interface GuardedMarkdown {
  markdown: string;
  /** Constructs of the parser to disable. */
  disabled: string[];
  /** Changes, with their lines from 1. */
  warnings: { line: number; reason: string }[];
}

const containerMarkers = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const thematicBreak = /^[ \t]*(?:([-*_])[ \t]*)(?:\1[ \t]*){2,}$/;
const deepListItem = new RegExp(`^[ \\t]{${maxListIndentColumns},}(?=(?:[-+*>]|\\d{1,9}[.)])(?:[ \\t]|$))`);

/**
 * Limits the nesting of Markdown, because a parser's time and stack grow with the depth. Real documents are unchanged;
 * in others, markers beyond the limit become text.
 */
export function guardNesting(markdown: string): GuardedMarkdown {
  const warnings: GuardedMarkdown["warnings"] = [];
  const disabled = new Set<string>();
  let emphasisMarks = 0;
  let backtickLengths = new Set<number>();
  let changed = false;
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const limited = limitLine(line);
    if (limited !== line) {
      lines[index] = limited;
      changed = true;
      warnings.push({
        line: index + 1,
        reason: "The line is nested too deeply; its innermost marks are imported as text.",
      });
    }
    if (line.trim() === "") {
      emphasisMarks = 0;
      backtickLengths = new Set();
      continue;
    }
    emphasisMarks += countEmphasisMarks(line);
    if (emphasisMarks > maxEmphasisMarksPerParagraph && !disabled.has("attention")) {
      disabled.add("attention");
      warnings.push({
        line: index + 1,
        reason: "The paragraph has too many emphasis marks; they are imported as text in this post.",
      });
    }
    if (line.includes("`")) {
      for (const run of line.match(/`+/g) ?? []) backtickLengths.add(run.length);
      if (backtickLengths.size > maxBacktickLengthsPerParagraph && !disabled.has("codeText")) {
        disabled.add("codeText");
        warnings.push({
          line: index + 1,
          reason: "The paragraph has too many backticks; they are imported as text in this post.",
        });
      }
    }
  }
  return { markdown: changed ? lines.join("\n") : markdown, disabled: [...disabled], warnings: warnings };
}

function limitLine(line: string): string {
  const shallow = line.replace(deepListItem, " ".repeat(maxListIndentColumns));
  containerMarkers.lastIndex = 0;
  for (let markers = 0; markers <= maxMarkersPerLine; markers += 1) {
    const end = containerMarkers.lastIndex;
    if (!containerMarkers.test(shallow)) return shallow;
    if (markers === maxMarkersPerLine) {
      if (thematicBreak.test(shallow)) return shallow;
      const rest = shallow.slice(end);
      const spaces = rest.length - rest.trimStart().length;
      // A number is escaped before its full stop: `\1.` would show the backslash.
      const marker = rest.slice(spaces);
      const digits = /^\d*/.exec(marker)?.[0] ?? "";
      return `${shallow.slice(0, end)}${rest.slice(0, spaces)}${digits}\\${marker.slice(digits.length)}`;
    }
  }
  return shallow;
}

function countEmphasisMarks(line: string): number {
  let count = 0;
  let previous = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    // * _ ~
    if ((code === 42 || code === 95 || code === 126) && code !== previous) count += 1;
    previous = code;
  }
  return count;
}
