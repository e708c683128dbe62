import { playerOf } from "@porchlight/contract/blog/rich-content/players";
import { type Editor, Extension } from "@tiptap/core";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Plugin, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { createSource } from "../schema/new-nodes.ts";
import { safeHref } from "../schema/safe-href.ts";
import { t } from "../texts/texts.ts";
import { finishUpload, imagesOf, insertImages } from "../uploads/insert-images.ts";
import type { UploadStore } from "../uploads/upload-store.ts";

/** Characters that can be pasted at once, without images. A post may have 4 MiB. */
export const maxPasteLength = 4_000_000;

let converter: typeof import("./convert-pasted.ts") | undefined;

/** Loads what converts HTML and Markdown. The editor does so in advance: a paste should not wait for the network. */
export async function loadPasteConverter(): Promise<NonNullable<typeof converter>> {
  converter = await import("./convert-pasted.ts");
  return converter;
}

/** Options of {@link pasteHandling}. */
export interface PasteOptions {
  /** Absent: images are left out. */
  uploads: UploadStore | undefined;
  /** Called with a sentence about what was left out, or with none when something else is pasted. */
  onNote(note: string | undefined): void;
}

/** Cleans pasted text, uploads its images, makes links and videos of URLs, and rejects what is too long for a post. */
export const pasteHandling = ({ uploads, onNote }: PasteOptions) =>
  Extension.create({
    name: "pasteHandling",
    addProseMirrorPlugins() {
      const { editor } = this;
      let isPlain = false;
      const addImage =
        uploads && ((file: File) => uploads.start(file, (id, stored) => finishUpload(editor, id, stored)));
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              keydown: (_view, { shiftKey }) => {
                isPlain = shiftKey;
                return false;
              },
              paste: (_view, event) => {
                onNote(undefined);
                const { clipboardData } = event;
                const html = clipboardData?.getData("text/html").replace(/data:image\/[^"']+/gi, "") ?? "";
                const plain = clipboardData?.getData("text/plain") ?? "";
                if (Math.max(html.length, plain.length) <= maxPasteLength) return false;
                event.preventDefault();
                onNote(
                  t("The text is too long to be pasted at once. Paste it in parts, or split it into several posts."),
                );
                return true;
              },
            },
            handleDrop: (view, event) => {
              const { dataTransfer, clientX, clientY } = event;
              if (!dataTransfer?.files.length) return false;
              const images = imagesOf(dataTransfer);
              if (uploads && images.length > 0)
                insertImages(editor, uploads, images, view.posAtCoords({ left: clientX, top: clientY })?.pos);
              if (!uploads || images.length < dataTransfer.files.length)
                onNote(t("Only images can be dropped here. Add other files with the plus button."));
              return true;
            },
            handlePaste: (view, { clipboardData }) =>
              clipboardData !== null &&
              (pasteImages(editor, uploads, clipboardData) ||
                pasteUrl(view, clipboardData.getData("text/plain").trim()) ||
                (!isPlain && pasteConverted(view, clipboardData))),
            transformPastedHTML: (html) =>
              converter?.cleanPastedHtml(html, {
                addImage,
                onMissingImages: () =>
                  onNote(t("Images from other sites and programs were left out. Drop their files here to add them.")),
              }) ?? html,
            transformPasted: ({ content, openStart, openEnd }) =>
              new Slice(withLineBreaks(content), openStart, openEnd),
          },
        }),
      ];
    },
  });

/** Inserts images of the clipboard, unless they only picture the text in it. Browsers copy an image with its HTML. */
function pasteImages(editor: Editor, uploads: UploadStore | undefined, data: DataTransfer): boolean {
  const images = imagesOf(data);
  if (!uploads || images.length === 0) return false;
  const { body } = new DOMParser().parseFromString(data.getData("text/html"), "text/html");
  if (body.textContent.trim() !== "") return false;
  insertImages(editor, uploads, images);
  return true;
}

/** A URL on selected text is its link, that of a video in an empty paragraph is the video, and others are links. */
function pasteUrl(view: EditorView, text: string): boolean {
  if (!/^https?:\/\/\S+$/.test(text) || !safeHref(text)) return false;
  const { schema, selection, tr } = view.state;
  const { $from, from, to, empty } = selection;
  if ($from.parent.type.spec.code || !$from.parent.inlineContent) return false;
  const link = schema.marks.LINK!.create({ data: { type: "LINK", linkData: { link: { url: text, target: "SELF" } } } });
  if (!empty && $from.sameParent(selection.$to)) {
    tr.addMark(from, to, link);
    // What is typed next does not replace the text.
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, to)));
    return true;
  }
  if (!empty) return false;
  if (playerOf(text) && $from.parent.type.name === "PARAGRAPH" && $from.parent.childCount === 0) {
    const source = { ...createSource("VIDEO"), videoData: { video: { src: { url: text } } } };
    view.dispatch(tr.replaceSelectionWith(schema.nodes.VIDEO!.create({ source })).scrollIntoView());
    return true;
  }
  view.dispatch(tr.replaceSelectionWith(schema.text(text, link.addToSet($from.marks())), false).scrollIntoView());
  return true;
}

/** Blocks of Markdown at the start of a line, or formatted text. */
const markdown =
  /^(?:#{1,6} \S|\s{0,3}[-*+] \S|\s{0,3}\d{1,3}[.)] \S|> ?\S|```|~~~|\|.+\|\s*$)|\*\*\S.*\S\*\*|\[[^\]\n]+\]\(\S+\)/m;

/**
 * Converts text that is written in Markdown, and HTML that is pasted before its converter is loaded. Code editors copy
 * Markdown together with HTML that only colors it.
 */
function pasteConverted(view: EditorView, data: DataTransfer): boolean {
  if (view.state.selection.$from.parent.type.spec.code) return false;
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  const isMarkdown = (html === "" || data.types.includes("vscode-editor-data")) && markdown.test(text);
  if (!isMarkdown && (html === "" || converter)) return false;
  loadPasteConverter().then(
    ({ markdownToHtml }) => view.isDestroyed || view.pasteHTML(isMarkdown ? markdownToHtml(text) : html),
    () => view.isDestroyed || (isMarkdown ? view.pasteText(text) : view.pasteHTML(html)),
  );
  return true;
}

function withLineBreaks(content: Fragment): Fragment {
  const nodes: Node[] = content.content.map((node) => {
    if (!node.isText) return node.copy(withLineBreaks(node.content));
    const text = converter?.restoreLineBreaks(node.text ?? "") ?? node.text ?? "";
    return text === node.text ? node : node.type.schema.text(text, node.marks);
  });
  return Fragment.from(nodes);
}
