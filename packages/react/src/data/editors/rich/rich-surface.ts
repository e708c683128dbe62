import {
  type Format,
  formatsOf,
  insertNodes,
  insertRuns,
  linkAt,
  normalizeDom,
  setLink,
  setStyle,
  splitBlock,
  toggleBlocks,
  unwrapAtStart,
} from "./rich-commands.ts";
import type { RichDocument } from "./rich-document.ts";
import { readPasted } from "./rich-html.ts";
import { decorations, newId, nodesOf, type RichNode, type Style } from "./rich-nodes.ts";
import { History, type Marked, mark, readMarked, selectedRange } from "./rich-selection.ts";

/** The editable text. */
export interface RichSurface {
  toggle(format: Exclude<Format, "LINK">): void;
  /** URL of the link at the caret. */
  link(): string;
  setLink(url: string): void;
  go(step: -1 | 1): void;
  /** Focuses the text at the last caret position. */
  focus(): void;
  close(): void;
}

interface SurfaceOptions {
  onTyped(typed: string): void;
  onFormats(formats: ReadonlySet<Format>): void;
  /** The shortcut for a link was pressed. */
  onLink(): void;
}

const styles: Readonly<Record<string, Style>> = {
  formatBold: "BOLD",
  formatItalic: "ITALIC",
  formatUnderline: "UNDERLINE",
};
const isStyle = (format: Format): format is Style => Object.hasOwn(decorations, format);

/** Makes a document editable in an element. */
export function openSurface(
  root: HTMLElement,
  text: RichDocument,
  { onTyped, onFormats, onLink }: SurfaceOptions,
): RichSurface {
  root.replaceChildren(...text.draw());
  normalizeDom(root);
  const history = new History(root);
  const listening = new AbortController();
  /** Styles for the next input. */
  let pending = new Map<Style, boolean>();
  let last: Marked | undefined;
  let isComposing = false;

  function formats(): Set<Format> {
    const found = formatsOf(root, text);
    for (const [style, isOn] of pending) found[isOn ? "add" : "delete"](style);
    return found;
  }
  function changed(isTyping = false): void {
    history.record(isTyping);
    onTyped(text.read(root));
    onFormats(formats());
  }
  function marked(): Marked | undefined {
    return readMarked(root) ?? (last?.blocks.every((block) => root.contains(block)) ? last : undefined);
  }
  function clear(): void {
    if (!document.getSelection()?.isCollapsed) document.execCommand("delete");
  }

  function toggle(format: Exclude<Format, "LINK">): void {
    surface.focus();
    const now = marked();
    if (!now) return;
    const isOn = formats().has(format);
    if (!isStyle(format)) toggleBlocks(now, root, format, isOn);
    else if (now.isCollapsed) {
      pending.set(format, !isOn);
      // The browser may still report the last input: the selection has not moved.
      last = now;
      onFormats(formats());
      return;
    } else setStyle(now, text, format, !isOn);
    changed();
  }

  /** Applies pending styles to typed text. */
  function dress(data: string): void {
    const now = readMarked(root);
    const block = now?.blocks[0];
    if (!now?.isCollapsed || !block || pending.size === 0) return;
    const [, to] = selectedRange(now, block, []);
    const typed: Marked = { blocks: [block], from: Math.max(0, to - data.length), to, isCollapsed: false };
    for (const [style, isOn] of pending) setStyle(typed, text, style, isOn);
    mark({ blocks: [block], from: to, to });
    pending = new Map();
  }

  const { signal } = listening;
  root.addEventListener(
    "beforeinput",
    (event) => {
      const { inputType } = event;
      if (inputType === "insertParagraph" || inputType === "insertLineBreak") {
        event.preventDefault();
        clear();
        const now = readMarked(root);
        if (inputType === "insertParagraph") splitBlock(root, text);
        else if (now) insertRuns(now, text, [{ text: "\n", decorations: [] }]);
        changed();
      } else if (inputType === "historyUndo" || inputType === "historyRedo") {
        event.preventDefault();
        surface.go(inputType === "historyUndo" ? -1 : 1);
      } else if (inputType === "deleteContentBackward" && unwrapAtStart(root)) {
        event.preventDefault();
        changed();
      } else if (inputType.startsWith("format") || inputType === "insertFromDrop" || inputType === "deleteByDrag") {
        event.preventDefault();
        const style = styles[inputType];
        if (style) toggle(style);
      }
    },
    { signal },
  );
  root.addEventListener(
    "compositionstart",
    () => {
      isComposing = true;
    },
    { signal },
  );
  root.addEventListener(
    "compositionend",
    ({ data }) => {
      isComposing = false;
      normalizeDom(root);
      dress(data);
      changed(true);
    },
    { signal },
  );
  root.addEventListener(
    "input",
    (event) => {
      // The form listens to changes of the text, not to each key stroke.
      event.stopPropagation();
      if (isComposing) return;
      normalizeDom(root);
      const { data, inputType } = event as InputEvent;
      if (data) dress(data);
      changed(inputType === "insertText" || inputType.startsWith("deleteContent"));
    },
    { signal },
  );
  root.addEventListener(
    "paste",
    (event) => {
      event.preventDefault();
      const html = event.clipboardData?.getData("text/html");
      const plain = event.clipboardData?.getData("text/plain") ?? "";
      clear();
      insertNodes(root, text, html ? readPasted(html) : paragraphsOf(plain));
      changed();
    },
    { signal },
  );
  root.addEventListener(
    "keydown",
    (event) => {
      // The key may move focus, and browsers report the selection late.
      last = readMarked(root) ?? last;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const key = event.key.toLowerCase();
      if (isCommand && (key === "z" || key === "y")) {
        event.preventDefault();
        surface.go(key === "y" || event.shiftKey ? 1 : -1);
      } else if (isCommand && key === "k") {
        event.preventDefault();
        onLink();
      }
    },
    { signal },
  );
  document.addEventListener(
    "selectionchange",
    () => {
      const now = readMarked(root);
      if (!now) return;
      if (last && pending.size > 0 && (now.from !== last.from || now.blocks[0] !== last.blocks[0])) pending = new Map();
      last = now;
      onFormats(formats());
    },
    { signal },
  );

  const surface: RichSurface = {
    toggle,
    link: () => linkAt(root, text),
    setLink(url) {
      surface.focus();
      const now = marked();
      if (!now) return;
      setLink(now, text, url);
      changed();
    },
    go(step) {
      if (!history.go(step)) return;
      onTyped(text.read(root));
      onFormats(formats());
    },
    focus() {
      const before = marked();
      root.focus();
      if (before) mark(before);
    },
    close: () => listening.abort(),
  };
  return surface;
}

const paragraphsOf = (plain: string): RichNode[] =>
  plain
    .split(/\r?\n/)
    .filter((line, _index, lines) => lines.length === 1 || line.trim() !== "")
    .map((line) => ({ type: "PARAGRAPH", id: newId(), nodes: nodesOf([{ text: line, decorations: [] }]) }));
