/** Arguments of a shortcode, by name and by position. */
export interface ShortcodeArguments {
  named: ReadonlyMap<string, string>;
  positional: readonly string[];
}

/** Parses the arguments of Hugo, Zola and Liquid: `id="x" autoplay=true`, `"x" y`, `src='x', alt="y"`. */
export function readArguments(text: string): ShortcodeArguments {
  const named = new Map<string, string>();
  const positional: string[] = [];
  const pattern = /(?:([\w.-]+)\s*=\s*)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`|([^\s,"'`=]+))/g;
  for (const [, name, double, single, raw, bare] of text.matchAll(pattern)) {
    const value = raw ?? bare ?? (double ?? single ?? "").replace(/\\(.)/g, "$1");
    if (name === undefined) positional.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { named, positional };
}

function first({ named, positional }: ShortcodeArguments, ...names: string[]): string | undefined {
  return names.map((name) => named.get(name)).find((value) => value !== undefined && value !== "") ?? positional[0];
}

/** Addresses of embedded content, by the names of shortcodes, includes and components. */
const embedAddresses: Record<string, (args: ShortcodeArguments) => string | undefined> = {
  youtube: (args) =>
    pageOf(first(args, "id", "videoid", "v", "video", "url", "src"), "https://www.youtube.com/watch?v="),
  vimeo: (args) => pageOf(first(args, "id", "videoid", "video", "url", "src"), "https://vimeo.com/"),
  streamable: (args) => pageOf(first(args, "id", "url"), "https://streamable.com/"),
  instagram: (args) => pageOf(first(args, "id", "url"), "https://www.instagram.com/p/"),
  gist(args) {
    const { positional, named } = args;
    const user = named.get("user") ?? (positional.length > 1 ? positional[0] : undefined);
    const id = named.get("id") ?? (positional.length > 1 ? positional[1] : first(args, "url"));
    return pageOf(user === undefined ? id : `${user}/${id}`, "https://gist.github.com/");
  },
  tweet: tweetAddress,
  twitter: tweetAddress,
  x: tweetAddress,
};

function tweetAddress(args: ShortcodeArguments): string | undefined {
  const user = args.named.get("user") ?? (args.positional.length > 1 ? args.positional[0] : "i");
  const id = args.named.get("id") ?? (args.positional.length > 1 ? args.positional[1] : first(args, "url"));
  return pageOf(id, `https://x.com/${user}/status/`);
}

function pageOf(id: string | undefined, base: string): string | undefined {
  if (id === undefined) return undefined;
  const address = /^https?:\/\//i.test(id) ? id : `${base}${id}`;
  return /^[\x21-\x7e]+$/.test(address) && !/[<>]/.test(address) && URL.canParse(address) ? address : undefined;
}

const figureNames = /^(?:figure|fig|img|image|picture|resize_image|imgproc|lightbox)$/;

/**
 * The Markdown for a shortcode, include or component: an image, or a link to a video or post of another site. `isLink`:
 * the content itself could not be imported.
 */
export function embedMarkdown(
  name: string,
  args: ShortcodeArguments,
): { markdown: string; isLink: boolean } | undefined {
  const plain = name
    .toLowerCase()
    .replace(/\.html?$/, "")
    .replace(/^.*\//, "");
  if (figureNames.test(plain)) {
    const src = first(args, "src", "path", "url", "image_path", "image", "file", "img", "filename");
    return src === undefined ? undefined : { markdown: imageMarkdown(src, args.named), isLink: false };
  }
  const player = playerMarkdown(plain, args);
  if (player !== undefined) return { markdown: player, isLink: false };
  const site = Object.hasOwn(embedAddresses, plain) ? plain : embedPart.exec(plain)?.[0];
  const address = site === undefined ? undefined : embedAddresses[site]?.(args);
  if (address === undefined) return undefined;
  const frame = frameOf(address);
  return frame === undefined
    ? { markdown: `<${address}>`, isLink: true }
    : { markdown: `<iframe src="${frame}"></iframe>`, isLink: false };
}

/** Includes and components are named after the site: `youtube-player`, `LiteYouTubeEmbed`. */
const embedPart = /youtube|vimeo|streamable|instagram|gist|tweet/;
const playerNames = /^(?:html5-?)?(video|audio)(?:-?(?:player|embed))?$/;

/** A video or audio file. A video of a site becomes its frame. */
function playerMarkdown(name: string, args: ShortcodeArguments): string | undefined {
  const kind = playerNames.exec(name)?.[1];
  const src = kind && first(args, "src", "url", "path", "file", "mp4", "mp3", "webm", "id");
  if (kind === undefined || src === undefined || /[<>"\s]/.test(src)) return undefined;
  const id = /^https:\/\/(?:www\.youtube(?:-nocookie)?\.com\/(?:watch\?v=|embed\/)|youtu\.be\/)([\w-]{5,20})/.exec(
    src,
  )?.[1];
  const vimeo = /^https:\/\/(?:player\.)?vimeo\.com\/(?:video\/)?(\d{4,15})/.exec(src)?.[1];
  if (id !== undefined) return `<iframe src="https://www.youtube.com/embed/${id}"></iframe>`;
  if (vimeo !== undefined) return `<iframe src="https://player.vimeo.com/video/${vimeo}"></iframe>`;
  return /[/.]/.test(src) ? `<${kind} src="${src}"></${kind}>` : undefined;
}

/** The player of a video. */
function frameOf(address: string): string | undefined {
  const youTube = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{5,20})$/.exec(address)?.[1];
  if (youTube !== undefined) return `https://www.youtube.com/embed/${youTube}`;
  const vimeo = /^https:\/\/vimeo\.com\/(\d{4,15})$/.exec(address)?.[1];
  return vimeo === undefined ? undefined : `https://player.vimeo.com/video/${vimeo}`;
}

/** An inline image of Markdown. */
export function imageMarkdown(src: string, named: ReadonlyMap<string, string>): string {
  const words = (...names: string[]) =>
    names.map((name) => plainWords(named.get(name) ?? "")).find((value) => value !== "") ?? "";
  const title = [words("title"), words("caption", "attr")].filter((part) => part !== "").join(" – ");
  const alt = words("alt") || title;
  const picture = `![${alt.replace(/[[\]\\]/g, "\\$&")}](<${asDestination(src)}>${title === "" ? "" : ` "${title.replace(/["\\]/g, "\\$&")}"`})`;
  const link = named.get("link") ?? named.get("href");
  return link === undefined || link === "" ? picture : `[${picture}](<${asDestination(link)}>)`;
}

function asDestination(address: string): string {
  return address.replace(/[<>\n]/g, encodeURIComponent);
}

/** The text of a caption with HTML and Markdown. */
function plainWords(text: string): string {
  return text
    .replace(/<[^<>]*>/g, "")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/(\*\*|__|\*|`)(?=\S)([^*_`]*)(?<=\S)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
}
