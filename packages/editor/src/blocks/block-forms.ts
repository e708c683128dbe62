import { randomUuid } from "@porchlight/contract/wire/random-uuid";
import { createSource } from "../schema/new-nodes.ts";
import { safeHref } from "../schema/safe-href.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import { t } from "../texts/texts.ts";
import type { FileKind } from "../uploads/upload-store.ts";

/** An input of a block's dialog. */
export interface BlockField {
  name: string;
  label: string;
  /** `lines`: one value per line. Default: `text`. */
  kind?: "text" | "url" | "lines" | "code";
  isRequired?: boolean;
  description?: string;
}

/** How a block without editable text is created and changed: the inputs of a dialog. */
export interface BlockForm {
  label: string;
  fields: readonly BlockField[];
  /** The kind of files that can be chosen for it. */
  fileKind?: FileKind;
  /** What the block shows in the editor. */
  summarize(source: NodeSource): string;
  read(source: NodeSource): Record<string, string>;
  write(source: NodeSource, values: Record<string, string>): NodeSource;
}

type Data = Record<string, unknown>;
const record = (value: unknown): Data => (typeof value === "object" && value !== null ? (value as Data) : {});
const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** A form whose inputs are texts of one data object. `paths` are the places of the inputs in it. */
function textForm(
  label: string,
  dataKey: keyof NodeSource,
  fields: readonly BlockField[],
  paths: Readonly<Record<string, string>>,
  constants: Data = {},
): BlockForm {
  const read = (source: NodeSource) =>
    Object.fromEntries(fields.map(({ name }) => [name, asText(getPath(record(source[dataKey]), paths[name]!))]));
  return {
    label,
    fields,
    read,
    summarize(source) {
      const values = read(source);
      const names = [...fields].sort((a, b) => Number(a.kind === "url") - Number(b.kind === "url"));
      return names.map(({ name }) => values[name]).find((value) => value !== "") ?? "";
    },
    write(source, values) {
      let data: Data = { ...constants, ...record(source[dataKey]) };
      for (const { name } of fields) data = setPath(data, paths[name]!, values[name] ?? "");
      return { ...source, [dataKey]: data };
    },
  };
}

function getPath(data: Data, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => record(value)[key], data);
}

function setPath(data: Data, path: string, value: string): Data {
  const [key, ...rest] = path.split(".") as [string, ...string[]];
  return { ...data, [key]: rest.length > 0 ? setPath(record(data[key]), rest.join("."), value) : value };
}

const url = (label = "URL"): BlockField => ({ name: "url", label, kind: "url", isRequired: true });

interface PollOption {
  id?: string;
  title?: string | null;
}

const pollOptions = (source: NodeSource): PollOption[] =>
  (source.pollData?.poll?.options ?? []).map((option) => record(option) as PollOption);

/** A poll. An option whose text is unchanged retains its id, and with it its votes. */
const poll: BlockForm = {
  label: "Poll",
  fields: [
    { name: "title", label: "Question", isRequired: true },
    { name: "options", label: "Options", kind: "lines", isRequired: true, description: "One option per line." },
  ],
  summarize: (source) => asText(source.pollData?.poll?.title),
  read: (source) => ({
    title: asText(source.pollData?.poll?.title),
    options: pollOptions(source)
      .map(({ title }) => asText(title))
      .join("\n"),
  }),
  write(source, { title = "", options = "" }) {
    const before = pollOptions(source);
    const titles = options.split("\n").flatMap((line) => line.trim() || []);
    const renamed = before.length === titles.length;
    const written = titles.map((text, index) => {
      const existing = before.find((option) => option.title === text) ?? (renamed ? before[index] : undefined);
      return { id: randomUuid(), ...existing, title: text };
    });
    const data = source.pollData ?? {};
    const { poll: existing } = data;
    return {
      ...source,
      pollData: { ...data, poll: { id: randomUuid(), ...existing, title, options: written } },
    } as NodeSource;
  },
};

/** The forms of blocks by node type. Other blocks can be moved and removed only. */
export const blockForms: Readonly<Record<string, BlockForm>> = {
  BUTTON: textForm(
    "Button",
    "buttonData",
    [{ name: "text", label: "Text", isRequired: true }, url()],
    { text: "text", url: "link.url" },
    { type: "LINK" },
  ),
  HTML: textForm(
    "HTML",
    "htmlData",
    [
      {
        ...{ name: "html", label: "HTML", kind: "code", isRequired: true },
        description: "Shown in a frame without access to the site.",
      },
    ],
    { html: "html" },
    { source: "HTML" },
  ),
  VIDEO: {
    ...textForm("Video", "videoData", [url(), { name: "title", label: "Title" }], {
      url: "video.src.url",
      title: "title",
    }),
    fileKind: "video",
  },
  EMBED: textForm("Embed", "embedData", [url("URL of the page"), { name: "title", label: "Title" }], {
    url: "src",
    title: "oembed.title",
  }),
  LINK_PREVIEW: textForm(
    "Bookmark",
    "linkPreviewData",
    [url(), { name: "title", label: "Title" }, { name: "description", label: "Description" }],
    { url: "link.url", title: "title", description: "description" },
  ),
  AUDIO: {
    ...textForm("Audio", "audioData", [url(), { name: "name", label: "Title" }], {
      url: "audio.src.url",
      name: "name",
    }),
    fileKind: "audio",
  },
  FILE: {
    ...textForm("File", "fileData", [url(), { name: "name", label: "File name" }], { url: "src.url", name: "name" }),
    fileKind: "any",
  },
  GIF: textForm("GIF", "gifData", [url()], { url: "original.gif" }),
  POLL: poll,
};

/** The inputs without a valid value, with what to do. */
export function findErrors(form: BlockForm, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    form.fields.flatMap(({ name, label, kind, isRequired }) => {
      const value = (values[name] ?? "").trim();
      if (value === "") return isRequired ? [[name, t("Enter {label}.", { label: t(label) })]] : [];
      if (kind === "url" && !safeHref(value)) return [[name, t("Enter a URL that starts with https:// or /.")]];
      if (kind === "lines" && value.split("\n").filter((line) => line.trim()).length < 2)
        return [[name, t("Enter at least two options.")]];
      return [];
    }),
  );
}

/** A new block of this type with these values. */
export const createBlock = (type: string, values: Record<string, string>): NodeSource =>
  blockForms[type]!.write(createSource(type), values);

/** A picture or video of a gallery. */
export type GalleryItem = NonNullable<NonNullable<NonNullable<NodeSource["galleryData"]>["items"]>[number]>;

/** The items of a gallery that can be shown. */
export const galleryItems = (source: NodeSource): GalleryItem[] =>
  (source.galleryData?.items ?? []).filter((item) => item !== null);
