import { decodePercent } from "@porchlight/contract/blog/legacy-path";
import type { FolderListing } from "./list-folder.ts";
import type { MarkdownFile } from "./read-markdown-folder.ts";

/** What an address in a post refers to within the imported folder. */
export type FolderTarget = { kind: "file"; path: string } | { kind: "missing"; reason: string };

/** Folders whose files a site serves from its root. */
const rootFolders = ["static", "public", "assets", "", "source", "src"];

/**
 * Finds the file that `address` refers to: relative to the post or to the root of its site, as generators resolve it.
 *
 * @param sitePaths Paths of the post on its old site; addresses may be relative to them.
 */
export function findInFolder(address: string, source: MarkdownFile, sitePaths: readonly string[]): FolderTarget {
  const { listing, file, location, config } = source;
  const path = decodePercent(address.replace(/[?#].*$/s, ""));
  const candidates: (string | undefined)[] = [];
  const fromRoot = (rest: string) => {
    for (const folder of rootFolders) candidates.push(join(location.siteRoot, folder, rest));
    candidates.push(join(location.contentRoot, rest));
  };
  if (/^[~@]\//.test(path)) {
    fromRoot(path.slice(2));
  } else if (path.startsWith("/")) {
    fromRoot(path);
    // A site below a path of its host: `/blog/images/x.png` means `/images/x.png`.
    const base = config.baseUrl === undefined ? "/" : new URL(config.baseUrl).pathname;
    if (base !== "/" && path.startsWith(`${base}/`)) fromRoot(path.slice(base.length));
  } else {
    candidates.push(join(parentOf(file), path));
    // Hexo has the files of `name.md` in the folder `name`.
    if (location.kind === "jekyll") candidates.push(join(file.replace(/\.\w+$/, ""), path));
    for (const sitePath of sitePaths) {
      for (const beside of [sitePath, parentOf(sitePath)]) {
        const resolved = join(beside.replace(/^\//, ""), path);
        if (resolved !== undefined) fromRoot(resolved);
      }
    }
    fromRoot(path);
  }
  return choose(
    candidates.filter((candidate) => candidate !== undefined),
    listing,
  );
}

function choose(candidates: readonly string[], { files, folders, foreignLinks }: FolderListing): FolderTarget {
  const path = candidates
    .flatMap((candidate) => [candidate, candidate.normalize("NFC"), candidate.normalize("NFD")])
    .find((candidate) => files.has(candidate));
  if (path !== undefined) return { kind: "file", path };
  if (candidates.some((candidate) => foreignLinks.has(candidate))) {
    return { kind: "missing", reason: "is a link that leads out of the folder or to no file" };
  }
  const isFolder = candidates.some((candidate) => candidate !== "" && folders.has(candidate));
  return { kind: "missing", reason: isFolder ? "is a folder" : "is not in the folder" };
}

/** Joins parts and resolves `.` and `..`. Returns undefined for a path outside the folder. */
function join(...parts: string[]): string | undefined {
  const names: string[] = [];
  for (const name of parts.join("/").split("/")) {
    if (name === "..") {
      if (names.pop() === undefined) return undefined;
    } else if (name !== "" && name !== ".") {
      names.push(name);
    }
  }
  return names.join("/");
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
