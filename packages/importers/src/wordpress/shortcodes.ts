import { escapeHtml } from "../escape-html.ts";

/** A file of the media library. */
export interface Attachment {
  url: string;
  altText?: string | undefined;
  /** HTML. */
  caption?: string | undefined;
  /** Number of the post that it was uploaded to. */
  postId?: string | undefined;
  /** Path or address of its own page. */
  link?: string | undefined;
  /** Position among the files of its post. */
  order: number;
}

export interface ShortcodeOptions {
  findAttachment(id: string): Attachment | undefined;
  /** Files that were uploaded to a post, in their order. Default: the current post. */
  findAttachmentsOf(postId?: string): readonly { id: string; attachment: Attachment }[];
  warn(reason: string): void;
}

interface Shortcode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Text between the tags; undefined for a single tag. */
  content: string | undefined;
}

/** Source: WordPress, `get_shortcode_regex`. */
const tag = /\[(\[?)([a-zA-Z][\w-]{0,60})(?=[\s\]/])([^[\]]{0,4000}?)(\/?)\](\]?)/g;
const attribute = /([\w-]+)\s*=\s*"([^"]*)"|([\w-]+)\s*=\s*'([^']*)'|([\w-]+)\s*=\s*([^\s'"]+)|"([^"]*)"|(\S+)/g;

type Converter = (code: Shortcode, options: ShortcodeOptions) => string | undefined;

/** Source: WordPress, "Shortcodes"; WordPress.com, "Shortcodes". */
const converters: Readonly<Record<string, Converter>> = {
  caption: captioned,
  wp_caption: captioned,
  gallery: galleryHtml,
  playlist: ({ attributes }, options) => {
    const element = attributes.type === "video" ? "video" : "audio";
    const files = attachmentsOf(attributes, options).filter(({ url }) => mediaTypes[element].test(url));
    if (files.length === 0) options.warn("The playlist names no file of this export and is left out.");
    return files.map(({ url }) => `<${element} src="${escapeHtml(url)}"></${element}>`).join("\n\n");
  },
  embed: ({ attributes, content }) => embedHtml(content ?? attributes.src ?? ""),
  youtube: ({ attributes, content }) => embedHtml(content ?? attributes.url ?? attributes[0] ?? ""),
  vimeo: ({ attributes }) => {
    const id = attributes.id ?? attributes[0] ?? "";
    return embedHtml(/^\d+$/.test(id) ? `https://vimeo.com/${id}` : id);
  },
  audio: (code) => mediaHtml(code, "audio", ["src", "mp3", "ogg", "wav", "m4a", "flac"]),
  video: (code) => mediaHtml(code, "video", ["src", "mp4", "webm", "m4v", "ogv", "flv"]),
  code: codeHtml,
  sourcecode: codeHtml,
  quote: ({ content }) => (content === undefined ? undefined : `<blockquote>\n\n${content}\n\n</blockquote>`),
};

/**
 * Converts supported shortcodes to HTML. Others stay text, with one note per name. Brackets that do not look like a
 * shortcode (`[sic]`) add no note.
 */
export function convertShortcodes(text: string, options: ShortcodeOptions): string {
  if (!text.includes("[")) return text;
  const reported = new Set<string>();
  const closings = new Map<string, number>();
  let result = "";
  let from = 0;
  tag.lastIndex = 0;
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    const [whole, before = "", name = "", inner = "", closesItself = "", after = ""] = found;
    const start = found.index;
    const end = start + whole.length;
    if (before !== "" && after !== "") {
      // `[[name]]` is an escaped shortcode.
      result += text.slice(from, start) + whole.slice(1, -1);
      from = end;
      continue;
    }
    const tagEnd = after === "" ? end : end - 1;
    const tagStart = start + before.length;
    const closing = closesItself === "" ? closingOf(text, name, tagEnd, closings) : undefined;
    const convert = Object.hasOwn(converters, name.toLowerCase()) ? converters[name.toLowerCase()] : undefined;
    if (convert === undefined) {
      const isLikely = closing !== undefined || /=/.test(inner) || /[-_]/.test(name) || closesItself !== "";
      if (isLikely && !reported.has(name)) {
        reported.add(name);
        options.warn(`The shortcode "[${name}]" is not supported; it is imported as text.`);
      }
      tag.lastIndex = tagEnd;
      continue;
    }
    const content = closing === undefined ? undefined : text.slice(tagEnd, closing);
    const html = convert({ name, attributes: attributesOf(inner), content }, options);
    if (html === undefined) continue;
    result += `${text.slice(from, tagStart)}\n\n${html}\n\n`;
    from = closing === undefined ? tagEnd : closing + name.length + 3;
    tag.lastIndex = from;
  }
  return result + text.slice(from);
}

/** The position of `[/name]` after `from`. Each name is searched once, regardless of the number of tags. */
function closingOf(text: string, name: string, from: number, closings: Map<string, number>): number | undefined {
  const last = closings.get(name);
  if (last === undefined || (last !== -1 && last < from)) closings.set(name, text.indexOf(`[/${name}]`, from));
  const at = closings.get(name) ?? -1;
  return at === -1 ? undefined : at;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  let position = 0;
  for (const [, a, b, c, d, e, f, g, h] of text.matchAll(attribute)) {
    const name = a ?? c ?? e;
    const value = b ?? d ?? f ?? g ?? h ?? "";
    if (name !== undefined) attributes[name.toLowerCase()] = value;
    else attributes[position++] = value.replace(/^=/, "");
  }
  return attributes;
}

const mediaTypes = {
  image: /\.(?:png|jpe?g|jpe|gif|webp|avif|heic|bmp|svg)(?:[?#]|$)/i,
  audio: /\.(?:mp3|m4a|ogg|oga|wav|flac|aac)(?:[?#]|$)/i,
  video: /\.(?:mp4|m4v|webm|ogv|mov|flv)(?:[?#]|$)/i,
};

/** The files that `ids` or `include` names, or else those of a post. */
function attachmentsOf(
  { ids, include, exclude, id, order }: Shortcode["attributes"],
  { findAttachment, findAttachmentsOf }: ShortcodeOptions,
): Attachment[] {
  const named = listOf(ids ?? include);
  if (named.length > 0) return named.flatMap((one) => findAttachment(one) ?? []);
  const excluded = new Set(listOf(exclude));
  const own = findAttachmentsOf(id).filter((one) => !excluded.has(one.id));
  return (order?.toUpperCase() === "DESC" ? own.toReversed() : own).map(({ attachment }) => attachment);
}

function listOf(ids: string | undefined): string[] {
  return (ids ?? "").split(",").flatMap((id) => id.trim() || []);
}

function galleryHtml({ attributes }: Shortcode, options: ShortcodeOptions): string {
  const images = attachmentsOf(attributes, options).filter(({ url }) => mediaTypes.image.test(url));
  if (images.length === 0) {
    options.warn("The gallery shows no image of this export and is left out.");
    return "";
  }
  const items = images.map(({ url, altText = "", caption }) => {
    const text = caption === undefined ? "" : `<figcaption>${caption.replace(/\s+/g, " ")}</figcaption>`;
    return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(altText)}">${text}</figure>`;
  });
  const columns = /^[1-9]$/.test(attributes.columns ?? "") ? ` columns-${attributes.columns}` : "";
  return `<figure class="gallery${columns}">${items.join("")}</figure>`;
}

function captioned({ attributes, content = "" }: Shortcode): string {
  const picture = /^\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i.exec(content)?.[0] ?? "";
  const caption = attributes.caption ?? content.slice(picture.length).trim();
  if (picture === "") return content;
  return `<figure>${picture.trim()}${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`;
}

function mediaHtml(
  { attributes }: Shortcode,
  element: "audio" | "video",
  names: readonly string[],
): string | undefined {
  const src = names.map((name) => attributes[name]).find((value) => value !== undefined) ?? attributes[0];
  if (src === undefined) return undefined;
  if (element === "video" && /^https?:\/\/(?:[\w.]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i.test(src))
    return embedHtml(src);
  return `<${element} src="${escapeHtml(src)}"></${element}>`;
}

function codeHtml({ attributes, content }: Shortcode): string | undefined {
  if (content === undefined) return undefined;
  const language = (attributes.language ?? attributes.lang ?? attributes[0] ?? "")
    .toLowerCase()
    .replace(/[^\w+#-]/g, "");
  // The editor may have escaped the code already.
  const code = /&(?:lt|gt|amp|quot|#\d+);/.test(content) ? content.replaceAll("<", "&lt;") : escapeHtml(content);
  return `<pre><code${language === "" ? "" : ` class="language-${language}"`}>${code.replace(/^\r?\n/, "")}</code></pre>`;
}

/** Embeds an address as WordPress does: a video of a supported host, else a link. */
export function embedHtml(address: string): string {
  const url = address.trim().replaceAll("&amp;", "&");
  if (!/^https?:\/\//i.test(url)) return escapeHtml(address);
  const youtube =
    /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|embed\/|live\/)|youtu\.be\/)([\w-]{5,20})/i.exec(
      url,
    )?.[1];
  if (youtube !== undefined) return `<iframe src="https://www.youtube.com/embed/${youtube}"></iframe>`;
  const vimeo = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{4,15})(?:[?#/]|$)/i.exec(url)?.[1];
  if (vimeo !== undefined) return `<iframe src="https://player.vimeo.com/video/${vimeo}"></iframe>`;
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
}
