/** Where a file stands in the folder of a site generator, told by the names of the folders around it. */
export interface SitePlace {
  /**
   * `jekyll`: in `_posts` or `_drafts`; `content`: in `content`, as Hugo and Zola have it; `astro`: in a collection or the pages of
   * `src`; `plain`: anywhere else.
   */
  kind: "jekyll" | "content" | "astro" | "plain";
  /** The folder with the site's configuration, `static`, `public` or `assets`; empty for the imported folder itself. */
  siteRoot: string;
  /** The folder in which addresses within the site, and links such as `@/post.md`, begin. */
  contentRoot: string;
  /** Where the files of a collection are shown: `/blog` for `src/content/blog`. Empty for the others. */
  addressRoot: string;
  /** Folders that Jekyll takes for categories: those between the site and `_posts`. */
  categories: readonly string[];
  /** In `_drafts`. */
  isDraft: boolean;
}

/** Folders that belong to the look of a site, to its tools, or to what was made from its posts. */
const machinery = new Set(
  (
    "themes exampleSite archetypes layouts templates _layouts _includes _data _sass _plugins _site public static assets " +
    "resources dist vendor docs node_modules"
  ).split(" "),
);

/** @param isFile Whether there is a file at a path within the imported folder. */
export function placeOf(file: string, isFile: (path: string) => boolean): SitePlace {
  const folders = file.split("/").slice(0, -1);
  const upTo = (count: number) => folders.slice(0, count).join("/");
  const none = { addressRoot: "", categories: [], isDraft: false };

  const jekyll = folders.findLastIndex((name) => name === "_posts" || name === "_drafts");
  if (jekyll !== -1) {
    const isDraft = folders[jekyll] === "_drafts";
    const root = jekyllRoot(folders.slice(0, jekyll), isFile);
    const siteRoot = upTo(root);
    return {
      ...none,
      kind: "jekyll",
      siteRoot,
      contentRoot: siteRoot,
      categories: folders.slice(root, jekyll),
      isDraft,
    };
  }
  const source = folders.findIndex((name, at) => name === "src" && /^(?:content|pages)$/.test(folders[at + 1] ?? ""));
  if (source !== -1) {
    const isCollection = folders[source + 1] === "content" && folders.length > source + 2;
    const contentRoot = upTo(source + (isCollection ? 3 : 2));
    const addressRoot = isCollection ? `/${folders[source + 2]}` : "";
    return { ...none, kind: "astro", siteRoot: upTo(source), contentRoot, addressRoot };
  }
  const content = folders.indexOf("content");
  if (content !== -1) return { ...none, kind: "content", siteRoot: upTo(content), contentRoot: upTo(content + 1) };
  return { ...none, kind: "plain", siteRoot: "", contentRoot: "" };
}

/** How many of the folders before `_posts` make the site's own: up to its configuration, or all. Hexo has posts in `source`. */
function jekyllRoot(folders: readonly string[], isFile: (path: string) => boolean): number {
  if (folders.at(-1) === "source") return folders.length;
  for (let count = folders.length; count >= 0; count -= 1) {
    const root = folders
      .slice(0, count)
      .map((name) => `${name}/`)
      .join("");
    if (isFile(`${root}_config.yml`) || isFile(`${root}_config.yaml`)) return count;
  }
  return folders.length;
}

/**
 * The folder around `file` that belongs to the site and not to its posts, where there is one. It counts only in a folder that
 * holds a site: elsewhere people may call a folder of posts what they like.
 */
export function machineryAround(file: string, { kind, siteRoot }: SitePlace): string | undefined {
  const folders = kind === "plain" ? file.split("/").slice(0, -1) : siteRoot.split("/");
  const index = folders.findIndex((name) => machinery.has(name));
  return index === -1 ? undefined : folders.slice(0, index + 1).join("/");
}
