/** The position of a file in a site generator's folder, by the names of the enclosing folders. */
export interface SiteLocation {
  /**
   * `jekyll`: in `_posts` or `_drafts`; `content`: in `content` of Hugo or Zola; `astro`: in a collection or the pages
   * of `src`; `plain`: elsewhere.
   */
  kind: "jekyll" | "content" | "astro" | "plain";
  /** The folder of the site's configuration, `static`, `public` or `assets`; empty for the imported folder. */
  siteRoot: string;
  /** The folder that addresses within the site, and links such as `@/post.md`, are relative to. */
  contentRoot: string;
  /** Path at which a collection is served: `/blog` for `src/content/blog`. Empty for other kinds. */
  addressRoot: string;
  /** Categories by Jekyll's folders: those between the site and `_posts`. */
  categories: readonly string[];
  /** Whether the file is in `_drafts`. */
  isDraft: boolean;
}

/** Folders of a site's design, tools or output. */
const machinery = new Set(
  (
    "themes exampleSite archetypes layouts templates _layouts _includes _data _sass _plugins _site public static assets " +
    "resources dist vendor docs node_modules"
  ).split(" "),
);

/** @param isFile Whether a path within the imported folder is a file. */
export function locateFile(file: string, isFile: (path: string) => boolean): SiteLocation {
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

/**
 * The number of folders before `_posts` that belong to the site: up to its configuration, or all. Hexo has posts in
 * `source`.
 */
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
 * The enclosing folder of `file` that belongs to the site's design or tools. Only within a site: elsewhere a folder of
 * posts may have any name.
 */
export function findToolFolder(file: string, { kind, siteRoot }: SiteLocation): string | undefined {
  const folders = kind === "plain" ? file.split("/").slice(0, -1) : siteRoot.split("/");
  const index = folders.findIndex((name) => machinery.has(name));
  return index === -1 ? undefined : folders.slice(0, index + 1).join("/");
}
