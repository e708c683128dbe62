import { open } from "node:fs/promises";
import { join } from "node:path";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { normalizeSitePath } from "@porchlight/contract/blog/legacy-path";
import { FrontMatterError, readFrontMatter } from "../front-matter/front-matter.ts";
import { describeFileError } from "../import-source.ts";
import { byCodeUnits, type FolderListing, listFolder, MarkdownFolderError } from "./list-folder.ts";
import { emptySiteConfig, readSiteConfig, type SiteConfig, siteConfigFiles } from "./site-config.ts";
import { findToolFolder, locateFile, type SiteLocation } from "./site-layout.ts";

/** 4 MiB, the server's limit for a document. Larger files are not posts. */
export const maxMarkdownFileBytes = 4 * 1024 * 1024;

/** A folder with an `_index.md`. */
export interface MarkdownSection {
  /** Path within the imported folder, with `/`; empty for the folder itself. */
  folder: string;
  title: string | undefined;
  /** Whether the section is not nested in another one. */
  isRoot: boolean;
}

export interface MarkdownFile {
  /** Path within the imported folder, with `/`. */
  file: string;
  location: SiteLocation;
  config: SiteConfig;
  /** The nearest enclosing section. */
  section: MarkdownSection | undefined;
  markdown: string;
  /** The contents of the imported folder. */
  listing: FolderListing;
}

/** A post, the reason why a file is not one, or another note. */
export type MarkdownFolderEntry =
  | { kind: "post"; post: MarkdownFile }
  | { kind: "skipped"; note: ImportNote }
  | { kind: "note"; note: ImportNote };

/** Whether a folder contains Markdown, for posts or anything else. */
export const hasMarkdown = ({ files }: FolderListing): boolean => [...files].some((file) => markdownName.test(file));

const markdownName = /\.(?:md|mdx|markdown)$/i;
/** Other formats that site generators accept for posts. */
const otherPostName = /\.(?:html?|textile|adoc|asciidoc|org|rst)$/i;

/**
 * Yields the posts of a folder, sorted by name: `x.md`, or `x/index.md` in a folder with its files. Folders with an
 * `_index.md` are sections. Hidden files, links out of the folder, and files of a site's design are skipped.
 *
 * @throws {MarkdownFolderError} if `folder` is not a readable folder, or contains no Markdown.
 */
export async function* readMarkdownFolder(folder: string): AsyncGenerator<MarkdownFolderEntry> {
  const { listing, notes } = await listFolder(folder);
  for (const note of [...notes, ...describeSkippedLinks(listing)]) yield { kind: "skipped", note };
  const isFile = (path: string) => listing.files.has(path);
  const locations = new Map([...listing.files].map((file) => [file, locateFile(file, isFile)] as const));
  const markdownFiles = [...listing.files].filter((file) => markdownName.test(file));
  if (markdownFiles.length === 0) throw new MarkdownFolderError(`The folder "${folder}" holds no Markdown files.`);
  const { files, machinery } = withoutMachinery(markdownFiles, locations);
  for (const file of machinery) {
    yield {
      kind: "note",
      note: { file, reason: "The folder belongs to the site's design or tools and contains no posts." },
    };
  }
  for (const [file, location] of locations) {
    if (location.kind === "plain" || !otherPostName.test(file) || findToolFolder(file, location) !== undefined)
      continue;
    if (file.startsWith(location.contentRoot))
      yield { kind: "skipped", note: { file, reason: "The file is not in Markdown." } };
  }

  const sections = new Map<string, MarkdownSection>();
  for (const file of files.filter((name) => nameOf(name) === "_index.md")) {
    const read = await readText(listing.root, file);
    if (read.kind === "skipped") yield read;
    else sections.set(parentOf(file), { folder: parentOf(file), title: titleOf(read.text), isRoot: true });
  }
  for (const section of sections.values()) {
    if (section.folder !== "" && findSection(parentOf(section.folder), sections)) section.isRoot = false;
  }

  const configs = new Map<string, SiteConfig>();
  for (const file of files) {
    if (nameOf(file) === "_index.md") continue;
    const read = await readText(listing.root, file);
    if (read.kind === "skipped") {
      yield read;
      continue;
    }
    const location = locations.get(file) ?? locateFile(file, isFile);
    let config = configs.get(location.siteRoot);
    if (config === undefined) {
      const found = await findConfig(listing, location.siteRoot);
      for (const note of found.notes) yield { kind: "note", note };
      config = found.config;
      configs.set(location.siteRoot, config);
    }
    const section = findSection(parentOf(file), sections);
    yield { kind: "post", post: { file, location, config, section, markdown: read.text, listing } };
  }
}

/** Notes on links to folders and to possible posts. Links to images are reported where a post shows them. */
function describeSkippedLinks({ foreignLinks }: FolderListing): ImportNote[] {
  const reason = "The link leads out of the folder or to no file; it is not followed.";
  const wanted = [...foreignLinks].filter((link) => markdownName.test(link) || !nameOf(link).includes("."));
  return wanted.sort(byCodeUnits).map((file) => ({ file, reason }));
}

/** Only within a site: elsewhere these names have no meaning. */
function withoutMachinery(files: readonly string[], locations: ReadonlyMap<string, SiteLocation>) {
  const around = new Map<string, string>();
  for (const file of files) {
    const location = locations.get(file);
    const machinery = location && findToolFolder(file, location);
    if (machinery !== undefined) around.set(file, machinery);
  }
  const isSite = files.some((file) => locations.get(file)?.kind !== "plain" && !around.has(file));
  if (!isSite) return { files, machinery: [] };
  return {
    files: files.filter((file) => !around.has(file)),
    machinery: [...new Set(around.values())].sort(byCodeUnits),
  };
}

async function findConfig(
  { root, files }: FolderListing,
  siteRoot: string,
): Promise<{ config: SiteConfig; notes: ImportNote[] }> {
  for (const name of siteConfigFiles) {
    if (name.startsWith("../") && nameOf(siteRoot) !== "source") continue;
    const file = normalizeSitePath(`${siteRoot}/${name}`).slice(1);
    if (!files.has(file)) continue;
    const read = await readText(root, file);
    if (read.kind === "skipped") return { config: emptySiteConfig, notes: [read.note] };
    const { config, notes } = readSiteConfig(read.text, name);
    return { config, notes: notes.map((note) => ({ file, ...note })) };
  }
  return { config: emptySiteConfig, notes: [] };
}

type ReadText = { kind: "text"; text: string } | { kind: "skipped"; note: ImportNote };

/** Reads a file of a folder as UTF-8 text. */
export async function readText(root: string, file: string): Promise<ReadText> {
  const skipped = (reason: string): ReadText => ({ kind: "skipped", note: { file, reason } });
  try {
    await using handle = await open(join(root, file));
    const { size } = await handle.stat();
    if (size > maxMarkdownFileBytes) return skipped("The file is larger than 4 MiB.");
    const bytes = await handle.readFile();
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return skipped("The file is not UTF-8 text.");
    return skipped(`The file ${describeFileError(error)}.`);
  }
}

function titleOf(markdown: string): string | undefined {
  try {
    return readFrontMatter(markdown).frontMatter.title;
  } catch (error) {
    if (error instanceof FrontMatterError) return undefined;
    throw error;
  }
}

function findSection(folder: string, sections: ReadonlyMap<string, MarkdownSection>): MarkdownSection | undefined {
  for (let at = folder; ; at = parentOf(at)) {
    const section = sections.get(at);
    if (section !== undefined || at === "") return section;
  }
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
