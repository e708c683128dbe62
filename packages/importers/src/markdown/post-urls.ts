import { decodePercent, normalizeLegacyPath, normalizeSitePath } from "@porchlight/contract/blog/legacy-path";
import { findInFolder } from "../folder/folder-paths.ts";
import type { RejectedImage, StoredImage } from "../images/image-importer.ts";
import type { ImageAddress } from "../rich-content/html/html-conversion.ts";
import { type ImportPlan, type PlannedPost, pathInContent } from "./plan-import.ts";

export interface PostAddresses {
  resolveLink(href: string, line: number): string | undefined;
  resolveImage(src: string, line: number): ImageAddress | undefined;
  /** The new address of a post or list, by its absolute address on the old site. */
  findOwnLink(url: string): string | undefined;
  /** The stored image, by its absolute address on the old site. */
  findOwnImage(url: string): ImageAddress | undefined;
  /** The path of an absolute address of the old site. */
  ownPath(url: string): string | undefined;
  /** The image of the folder that `src` refers to. */
  findImage(src: string): StoredImage | RejectedImage | undefined;
  /** Resolves a reference such as Hugo's `relref` to an address for {@link resolveLink}. */
  findPost(reference: string): string | undefined;
}

/** Requested images by path, with the results of their import. */
export type ImageResults = Map<string, StoredImage | RejectedImage | undefined>;

/**
 * Resolves the addresses in one post: posts of the same import to their new address, and images to their address in the
 * image store. Everything else adds a note. An image that is missing in `images` is added to it without a result; the
 * caller imports it and converts the post again.
 */
export function createPostAddresses(
  post: PlannedPost,
  plan: ImportPlan,
  images: ImageResults,
  addNote: (line: number, reason: string) => void,
): PostAddresses {
  const { source, frontMatter, aliases } = post;
  const folder = folderOf(pathInContent(source));
  const sitePaths = frontMatter.path === undefined ? aliases.slice(0, 1) : [normalizeSitePath(frontMatter.path)];
  const [sitePath] = sitePaths;

  function findSlug(path: string): string | undefined {
    if (path.startsWith("@/")) return plan.slugsByFile.get(decodePercent(path.slice(2)));
    if (path.startsWith("/")) return findByPath(path);
    const isFile = /\.(?:md|mdx|markdown)$/i.test(path);
    const within = decodePercent(path);
    const byFile = isFile ? plan.slugsByFile.get(normalizeSitePath(`${folder}/${within}`).slice(1)) : undefined;
    if (byFile !== undefined || sitePath === undefined) return byFile;
    // A post was at `name/`, or earlier at `name.html`: relative links start below it or next to it.
    return findByPath(`${sitePath}/${path}`) ?? findByPath(`${sitePath}/../${path}`);
  }

  function findByPath(address: string): string | undefined {
    const path = normalizeLegacyPath(withoutBase(address));
    if (path === undefined) return undefined;
    const { slugsByPath } = plan;
    return slugsByPath.get(path) ?? slugsByPath.get(path.replace(/\.html$/, "")) ?? slugsByPath.get(`${path}.html`);
  }

  /** `/posts/x` for `/blog/posts/x` of a site at `/blog`. */
  function withoutBase(path: string): string {
    const base = source.config.baseUrl === undefined ? "/" : new URL(source.config.baseUrl).pathname;
    return base !== "/" && path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  }

  function findImage(src: string): StoredImage | RejectedImage | undefined {
    const target = findInFolder(src, source, sitePaths);
    if (target.kind === "missing") return { kind: "rejected", reason: target.reason };
    if (!images.has(target.path)) images.set(target.path, undefined);
    return images.get(target.path);
  }

  function resolveFile(href: string, path: string, line: number): string | undefined {
    const target = findInFolder(path, source, sitePaths);
    const image = isImageName(path) ? findImage(path) : undefined;
    if (image?.kind === "stored") return image.url;
    const isOther = target.kind === "file" && !isImageName(path);
    const reason = isOther ? "is no picture" : target.kind === "missing" ? target.reason : (image?.reason ?? "");
    addNote(line, `The file "${href.slice(0, 200)}" ${reason}; only the link's text is imported.`);
    return undefined;
  }

  function findLink(href: string): string | undefined {
    const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
    const slug = findSlug(path);
    if (slug !== undefined) return `/blog/${encodeURIComponent(slug)}${rest.replace(/^[^#]*/, "")}`;
    return path.startsWith("/") ? plan.listPages.get(normalizeSitePath(withoutBase(path))) : undefined;
  }

  function ownPath(url: string): string | undefined {
    const [address, base] = [URL.parse(url), URL.parse(source.config.baseUrl ?? "")];
    if (!address || !base || hostOf(address) !== hostOf(base)) return undefined;
    const isWithin = `${address.pathname}/`.startsWith(base.pathname.replace(/\/?$/, "/"));
    return isWithin ? `${address.pathname}${address.search}${address.hash}` : undefined;
  }

  return {
    resolveLink(href, line) {
      const link = findLink(href);
      if (link !== undefined) return link;
      const path = href.replace(/[?#].*$/s, "");
      if (isFileAddress(path)) return resolveFile(href, path, line);
      addNote(line, `The link to "${href.slice(0, 200)}" matches no post of this import; only its text is imported.`);
      return undefined;
    },
    resolveImage(src, line) {
      const image = findImage(src);
      if (image?.kind === "stored") return addressOf(image);
      addNote(
        line,
        `The image "${src.slice(0, 200)}" ${image?.reason ?? ""}; its alternative text is imported instead.`,
      );
      return undefined;
    },
    findOwnLink(url) {
      const path = ownPath(url);
      return path === undefined ? undefined : findLink(path);
    },
    findOwnImage(url) {
      const path = ownPath(url);
      const image = path === undefined ? undefined : findImage(path);
      return image?.kind === "stored" ? addressOf(image) : undefined;
    },
    ownPath,
    findImage,
    findPost(reference) {
      const [, name = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(reference) ?? [];
      const plain = normalizeReference(name).toLowerCase();
      const relative = normalizeSitePath(`${folder}/${plain}`).slice(1);
      const path = plan.filesByName.get(relative) ?? plan.filesByName.get(plain.replace(/^\.?\//, ""));
      return path === undefined ? undefined : `@/${path.split("/").map(encodeURIComponent).join("/")}${fragment}`;
    },
  };
}

function addressOf({ url, width, height }: StoredImage): ImageAddress {
  return { url, width, height };
}

/** Sites are reachable with and without `www.`. */
function hostOf({ host }: URL): string {
  return host.replace(/^www\./, "");
}

/** Removes the extension, as in `relref "name"`, and a trailing `/index`. */
function normalizeReference(path: string): string {
  return path.replace(/\.(?:md|mdx|markdown)$/i, "").replace(/\/(?:index)?$/i, "");
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function isImageName(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path);
}

function isFileAddress(path: string): boolean {
  return /\.(?!html?$|md$|mdx$|markdown$)[a-z][a-z0-9]{1,4}$/i.test(path) && !/^[^/]+\.[a-z]+\//i.test(path);
}
