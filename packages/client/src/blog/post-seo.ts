/** What search engines and link previews show of a post; absent members are derived from the post. */
export interface PostSeo {
  /** Default: the title of the post. */
  title?: string | undefined;
  /** Default: the excerpt. */
  description?: string | undefined;
  /** The URL of the original, if the post has appeared elsewhere. */
  canonicalUrl?: string | undefined;
  /** URL of the image for link previews. Default: the cover of the post. */
  image?: string | undefined;
  /** Whether search engines should leave the post out. */
  noIndex?: boolean | undefined;
}

/** `seoData` of a post or draft. */
export interface SeoData {
  /** Elements of the page's head. */
  tags?: unknown[] | undefined;
  /** Keywords and further settings of other programs. */
  settings?: unknown;
}

interface SeoTag {
  type?: string | null;
  props?: Record<string, unknown> | null;
  children?: string | null;
  disabled?: boolean | null;
}

/** The tag of each member: its type, an attribute with its value, and the attribute with the text. */
const kinds: Readonly<Record<string, readonly [type: string, attribute?: string, value?: string, text?: string]>> = {
  title: ["title"],
  description: ["meta", "name", "description", "content"],
  canonicalUrl: ["link", "rel", "canonical", "href"],
  image: ["meta", "property", "og:image", "content"],
  robots: ["meta", "name", "robots", "content"],
};

const isOwn = ({ type, props }: SeoTag, name: string): boolean => {
  const [ownType, attribute, value] = kinds[name]!;
  return type === ownType && (!attribute || props?.[attribute] === value);
};

/** Reads what a post says to search engines. Disabled tags and empty texts are ignored. */
export function readPostSeo(seoData: SeoData | null | undefined): PostSeo {
  const tags = (seoData?.tags ?? []) as SeoTag[];
  const find = (name: string): string | undefined => {
    const found = tags.find((tag) => isOwn(tag, name) && tag.disabled !== true);
    const text = kinds[name]![3];
    const value = text ? found?.props?.[text] : found?.children;
    return (typeof value === "string" && value.trim()) || undefined;
  };
  return {
    title: find("title"),
    description: find("description"),
    canonicalUrl: find("canonicalUrl"),
    image: find("image"),
    noIndex: /\bno(?:index|ne)\b/i.test(find("robots") ?? ""),
  };
}

/** Sets what a post says to search engines; other tags and the settings stay. */
export function withPostSeo(
  seoData: SeoData | null | undefined,
  seo: PostSeo,
): { tags: unknown[]; settings?: unknown } {
  const others = ((seoData?.tags ?? []) as SeoTag[]).filter(
    (tag) => !Object.keys(kinds).some((name) => isOwn(tag, name)),
  );
  const { title, description, canonicalUrl, image, noIndex } = seo;
  return {
    ...seoData,
    tags: [
      ...(title ? [{ type: "title", children: title }] : []),
      ...(description ? [{ type: "meta", props: { name: "description", content: description } }] : []),
      ...(canonicalUrl ? [{ type: "link", props: { rel: "canonical", href: canonicalUrl } }] : []),
      ...(image ? [{ type: "meta", props: { property: "og:image", content: image } }] : []),
      ...(noIndex ? [{ type: "meta", props: { name: "robots", content: "noindex" } }] : []),
      ...others,
    ],
  };
}
