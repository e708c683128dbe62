import { toFormerPath } from "../former-path.ts";
import { decodeAddressPart } from "./link-address.ts";
import { type ImportPlan, type PlannedPost, pathInContent } from "./plan-import.ts";
import { normalizeSitePath } from "./site-paths.ts";

export interface PostAddresses {
  resolveLink(href: string, line: number): string | undefined;
  resolveImage(src: string, line: number): string | undefined;
}

/** What relative addresses in one post mean: other posts of the same import get their new address, everything else a note. */
export function createPostAddresses(
  post: PlannedPost,
  plan: ImportPlan,
  note: (line: number, reason: string) => void,
): PostAddresses {
  const folder = folderOf(pathInContent(post.source));
  const sitePath = post.frontMatter.path === undefined ? undefined : normalizeSitePath(post.frontMatter.path);

  function findSlug(path: string): string | undefined {
    if (path.startsWith("@/")) return plan.slugsByFile.get(decodeAddressPart(path.slice(2)));
    if (path.startsWith("/")) return findByPath(path);
    const isFile = /\.(?:md|markdown)$/i.test(path);
    const byFile = isFile ? plan.slugsByFile.get(normalizeSitePath(`${folder}/${path}`).slice(1)) : undefined;
    if (byFile !== undefined || sitePath === undefined) return byFile;
    // A post was at `name/`, or once at `name.html`: what is relative to it began below it or beside it.
    return findByPath(`${sitePath}/${path}`) ?? findByPath(`${sitePath}/../${path}`);
  }

  function findByPath(address: string): string | undefined {
    const path = toFormerPath(address);
    if (path === undefined) return undefined;
    const { slugsByPath } = plan;
    return slugsByPath.get(path) ?? slugsByPath.get(path.replace(/\.html$/, "")) ?? slugsByPath.get(`${path}.html`);
  }

  function whyNotCarried(path: string): string {
    const within = normalizeSitePath(`${folderOf(post.source.file)}/${path}`).slice(1);
    return post.source.folderFiles.has(within)
      ? "is beside the post, but files are not carried"
      : "is not in the folder";
  }

  return {
    resolveLink(href, line) {
      const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
      const slug = findSlug(path);
      if (slug !== undefined) return `/blog/${encodeURIComponent(slug)}${rest.replace(/^[^#]*/, "")}`;
      const section = path.startsWith("/") ? plan.sectionAddresses.get(normalizeSitePath(path)) : undefined;
      if (section !== undefined) return section;
      if (isFileAddress(path))
        note(line, `The file "${href.slice(0, 200)}" ${whyNotCarried(path)}; the link's text is kept.`);
      else note(line, `The link to "${href.slice(0, 200)}" leads to no post of this import; its text is kept.`);
      return undefined;
    },
    resolveImage(src, line) {
      note(line, `The image "${src.slice(0, 200)}" ${whyNotCarried(src)}; its text is shown instead.`);
      return undefined;
    },
  };
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function isFileAddress(path: string): boolean {
  return /\.(?!html?$|md$|markdown$)[a-z][a-z0-9]{1,4}$/i.test(path) && !/^[^/]+\.[a-z]+\//i.test(path);
}
