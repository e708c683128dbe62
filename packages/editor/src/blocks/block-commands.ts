import type { Editor } from "@tiptap/core";
import {
  Asterisk,
  ChevronsUpDown,
  Code,
  FileText,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Images,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  MessageSquareWarning,
  Minus,
  Music,
  Pilcrow,
  Quote,
  RectangleHorizontal,
  SquareCode,
  Table,
  TableOfContents,
  Video,
  Vote,
} from "lucide-react";
import { setCallout } from "../schema/callouts.ts";
import { insertFootnote } from "../schema/footnotes.ts";
import { createSource } from "../schema/new-nodes.ts";
import { t } from "../texts/texts.ts";
import { blockName } from "./block-names.ts";

/** What a writer can insert, or turn a block into. */
export interface BlockCommand {
  name: string;
  label: string;
  /** Further words that find it in the menu. */
  keywords: string;
  icon: LucideIcon;
  /** Runs it, or returns the type of a block whose dialog has to be shown first. */
  run(editor: Editor): { dialog: string } | { file: "image" } | undefined;
}

const turnInto = (change: (editor: Editor) => boolean) => (editor: Editor) => {
  change(editor);
  return undefined;
};
const dialog = (type: string) => () => ({ dialog: type });

const setBlock = (type: string, attributes: Record<string, unknown> = {}) =>
  turnInto((editor) =>
    editor
      .chain()
      .focus()
      .clearNodes()
      .setNode(type, { source: null, ...attributes })
      .run(),
  );
const toggleList = (type: string) => turnInto((editor) => editor.chain().focus().toggleList(type, "LIST_ITEM").run());
const insertBlock = (type: string) =>
  turnInto((editor) =>
    editor
      .chain()
      .focus()
      .insertContent({ type, attrs: { source: createSource(type) } })
      .run(),
  );

const titled = (type: string) => ({ type, content: [{ type: "PARAGRAPH" }] });

/** The commands of the block menu, in its order. */
export const blockCommands: readonly BlockCommand[] = [
  command("PARAGRAPH", "paragraph body", Pilcrow, setBlock("PARAGRAPH")),
  heading(2, Heading2),
  heading(3, Heading3),
  heading(4, Heading4),
  command("BULLETED_LIST", "ul unordered points", List, toggleList("BULLETED_LIST")),
  command("ORDERED_LIST", "ol ordered 1.", ListOrdered, toggleList("ORDERED_LIST")),
  command("CHECKBOX_LIST", "todo task checkbox", ListChecks, toggleList("CHECKBOX_LIST")),
  command(
    "BLOCKQUOTE",
    "blockquote citation",
    Quote,
    turnInto((editor) => editor.chain().focus().toggleWrap("BLOCKQUOTE").run()),
  ),
  command(
    "CALLOUT",
    "note tip warning caution info box aside admonition hint",
    MessageSquareWarning,
    turnInto((editor) =>
      editor
        .chain()
        .focus()
        .command(({ state, dispatch }) => setCallout("note")(state, dispatch))
        .run(),
    ),
  ),
  command(
    "FOOTNOTE",
    "note reference citation source superscript",
    Asterisk,
    turnInto((editor) => {
      editor.view.focus();
      return insertFootnote(editor.state, editor.view.dispatch);
    }),
  ),
  command("CODE_BLOCK", "snippet program", Code, setBlock("CODE_BLOCK")),
  command("DIVIDER", "hr line separator", Minus, insertBlock("DIVIDER")),
  command("IMAGE", "picture photo upload", Image, () => ({ file: "image" })),
  command("GALLERY", "pictures photos slideshow", Images, dialog("GALLERY")),
  command("VIDEO", "movie youtube vimeo", Video, dialog("VIDEO")),
  command("AUDIO", "sound music podcast", Music, dialog("AUDIO")),
  command("FILE", "download attachment pdf", FileText, dialog("FILE")),
  command(
    "TABLE",
    "grid rows columns",
    Table,
    turnInto((editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: false }).run()),
  ),
  command(
    "COLLAPSIBLE_LIST",
    "toggle accordion details faq",
    ChevronsUpDown,
    turnInto((editor) =>
      editor
        .chain()
        .focus()
        .insertContent({
          type: "COLLAPSIBLE_LIST",
          content: [
            { type: "COLLAPSIBLE_ITEM", content: [titled("COLLAPSIBLE_ITEM_TITLE"), titled("COLLAPSIBLE_ITEM_BODY")] },
          ],
        })
        .run(),
    ),
  ),
  command("BUTTON", "link call to action", RectangleHorizontal, dialog("BUTTON")),
  command("LINK_PREVIEW", "card link", Link2, dialog("LINK_PREVIEW")),
  command("EMBED", "iframe widget", SquareCode, dialog("EMBED")),
  command("HTML", "code embed script", SquareCode, dialog("HTML")),
  command("POLL", "vote survey question", Vote, dialog("POLL")),
  command("TOC", "contents outline", TableOfContents, insertBlock("TOC")),
];

function command(type: string, keywords: string, icon: LucideIcon, run: BlockCommand["run"]): BlockCommand {
  return { name: type, label: blockName(type), keywords, icon, run };
}

function heading(level: number, icon: LucideIcon): BlockCommand {
  return {
    ...{ name: `HEADING_${level}`, label: `Heading ${level}`, keywords: `h${level} title`, icon },
    run: setBlock("HEADING", { level }),
  };
}

/** Commands whose label or keywords contain words that start with the text. */
export function findBlockCommands(text: string): BlockCommand[] {
  const query = text.trim().toLowerCase();
  if (query === "") return [...blockCommands];
  const matches = blockCommands.filter(({ label, keywords }) =>
    ` ${t(label)} ${label} ${keywords}`.toLowerCase().includes(` ${query}`),
  );
  return matches;
}
