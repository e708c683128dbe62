import { type HeadFields, isTable, textOf } from "./front-matter-fields.ts";

/** The picture that stands for a post, as its head names it. */
export interface CoverReference {
  src: string;
  alt: string | undefined;
  /** Line of the file. */
  line: number;
}

/** Names under which themes look for the picture, the ones that mean nothing else first. */
const coverNames = [
  "cover",
  "coverImage",
  "cover_image",
  "heroImage",
  "hero_image",
  "hero",
  "featured_image",
  "featuredImage",
  "feature_image",
  "image",
  "images",
  "banner",
  "header",
  "thumbnail",
  "teaser",
  "ogImage",
  "og_image",
  "socialImage",
];
/** Where the picture is named in a table of its own. */
const partNames = ["src", "url", "path", "image", "file", "overlay_image", "teaser"];

/** The first picture that the head names, or one of the tables in which Zola and Hugo keep what is the theme's. */
export function findCover(fields: HeadFields): CoverReference | undefined {
  for (const name of coverNames) {
    const found = fields.find(name);
    const cover = found && readCover(found.value);
    if (!found || !cover) continue;
    const alt = cover.alt ?? fields.text(`${name}Alt`, `${name}_alt`, "imageAlt", "image_alt");
    return { src: cover.src, alt, line: fields.lineOf(found.name) };
  }
  for (const name of ["extra", "params"]) {
    if (!isTable(fields.find(name)?.value)) continue;
    const cover = findCover(fields.table(name));
    if (cover) return cover;
  }
  return undefined;
}

function readCover(value: unknown): { src: string; alt: string | undefined } | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : readCover(value[0]);
  if (!isTable(value)) return typeof value === "string" ? asSource(textOf(value), undefined) : undefined;
  const src = partNames.map((name) => textOf(value[name])).find((text) => text !== undefined);
  return asSource(src, textOf(value.alt));
}

/** Themes also keep words like `wide` and colours under these names. */
function asSource(src: string | undefined, alt: string | undefined) {
  return src !== undefined && /[./]/.test(src) ? { src, alt } : undefined;
}
