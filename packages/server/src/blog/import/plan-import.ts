import { createHash } from "node:crypto";
import { toFormerPath } from "../former-path.ts";
import { cutAtWord } from "../rich-content/plain-text.ts";
import { type FrontMatter, FrontMatterError, type FrontMatterReading, readFrontMatter } from "./front-matter.ts";
import type { ImportNote } from "./import-note.ts";
import { assignSlugs, toSlug } from "./post-slugs.ts";
import type { MarkdownFile } from "./read-markdown-folder.ts";
import { normalizeSitePath } from "./site-paths.ts";
import { createTagLabels } from "./tag-labels.ts";

/** A file that will become a post, with all that depends on the other files of the folder. */
export interface PlannedPost {
  source: MarkdownFile;
  frontMatter: FrontMatter;
  /** The Markdown after the front matter. */
  body: string;
  /** Line of the file on which `body` begins. */
  bodyLine: number;
  /** Says at the next import that this is the same post. */
  sourceKey: string;
  title: string;
  date: Date;
  slug: string;
  /** Paths of the site that the post comes from, see {@link toFormerPath}; its own first. */
  aliases: string[];
  /** The section that the file is in. */
  category: { label: string; slug: string } | undefined;
  tagLabels: string[];
  /** What of its front matter could not be carried. */
  notes: ImportNote[];
}

export interface ImportPlan {
  /** The oldest first. */
  posts: PlannedPost[];
  /** Files that are no posts, and why. */
  notes: ImportNote[];
  slugsByPath: ReadonlyMap<string, string>;
  /** By path within the content folder, as in links such as `@/inside-rust/post.md`. */
  slugsByFile: ReadonlyMap<string, string>;
  /** Where the lists of posts of the old site are on this one, by path. */
  sectionAddresses: ReadonlyMap<string, string>;
}

interface Candidate extends FrontMatterReading {
  source: MarkdownFile;
  key: string;
  wantedSlug: string;
  date: Date;
}

/** Reads the front matter of all files and settles what must be settled between them: slugs, former addresses, names of tags. */
export function planImport(files: Iterable<MarkdownFile>): ImportPlan {
  const notes: ImportNote[] = [];
  const candidates = new Map<string, Candidate>();
  for (const source of files) {
    const candidate = readCandidate(source, notes);
    if (candidate === undefined) continue;
    const other = candidates.get(candidate.key);
    if (other === undefined) candidates.set(candidate.key, candidate);
    else notes.push({ file: source.file, reason: `It has the same path as "${other.source.file}" and is left out.` });
  }
  const slugs = assignSlugs([...candidates.values()]);
  const labelsOf = createTagLabels([...candidates.values()].map(({ frontMatter }) => frontMatter));
  const slugsByPath = new Map<string, string>();
  const slugsByFile = new Map<string, string>();
  for (const [candidate, slug] of slugs) {
    slugsByFile.set(pathInContent(candidate.source), slug);
    if (candidate.frontMatter.path !== undefined) claimPath(candidate.frontMatter.path, slug, slugsByPath);
  }
  const posts = [...slugs].map(([candidate, slug]): PlannedPost => {
    const { source, frontMatter, body, bodyLine, key, date } = candidate;
    const { aliases, notes } = claimAliases(candidate, slug, slugsByPath);
    return {
      source,
      frontMatter,
      body,
      bodyLine,
      sourceKey: key,
      title: frontMatter.title ?? "",
      date,
      slug,
      aliases,
      category: categoryOf(source),
      tagLabels: labelsOf(frontMatter),
      notes,
    };
  });
  posts.sort((a, b) => a.date.getTime() - b.date.getTime() || (a.sourceKey < b.sourceKey ? -1 : 1));
  return { posts, notes, slugsByPath, slugsByFile, sectionAddresses: findSections(posts) };
}

function findSections(posts: readonly PlannedPost[]): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { source, category } of posts) {
    if (source.section === undefined || category === undefined) continue;
    const folder = source.section.folder.slice(source.contentRoot.length);
    addresses.set(normalizeSitePath(folder), source.section.isRoot ? "/blog" : `/blog/category/${category.slug}`);
  }
  return addresses;
}

/** Longest label of a category that the contract allows. */
const categoryLabelMaxLength = 35;

function categoryOf({ section }: MarkdownFile): PlannedPost["category"] {
  if (section === undefined) return undefined;
  const folderName = section.folder.split("/").at(-1) ?? "";
  const label = cutAtWord(section.title ?? folderName, categoryLabelMaxLength);
  if (label === "") return undefined;
  return { label, slug: toSlug((section.isRoot ? label : folderName).toLowerCase()) };
}

function readCandidate(source: MarkdownFile, notes: ImportNote[]): Candidate | undefined {
  const { file } = source;
  try {
    const reading = readFrontMatter(source.markdown);
    const { frontMatter } = reading;
    const reason =
      frontMatter.title === undefined
        ? "The front matter has no title; the file is not taken for a post."
        : frontMatter.isDraft
          ? "It is a draft and is left out."
          : undefined;
    if (reason !== undefined) {
      notes.push({ file, reason });
      return undefined;
    }
    const name = nameWithoutSuffix(source);
    const date = frontMatter.date ?? dayOfName(name);
    if (date === undefined) {
      notes.push({ file, line: 1, reason: 'It has no date: neither "date" nor a "path" such as "2020/07/16/name".' });
      return undefined;
    }
    const wantedSlug = frontMatter.slug ?? (name.split("/").at(-1) ?? name).replace(/^\d{4}-\d{2}-\d{2}[-_]/, "");
    return { ...reading, source, key: toSourceKey(frontMatter.path ?? name), wantedSlug, date };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    notes.push({ file, line: error.line, reason: error.message });
    return undefined;
  }
}

/** Bytes that PostgreSQL's unique indexes take in any case. */
const sourceKeyMaxBytes = 2000;

/** The path itself, or a digest of one that no index takes. */
function toSourceKey(path: string): string {
  if (Buffer.byteLength(path) <= sourceKeyMaxBytes) return path;
  return `sha256:${createHash("sha256").update(path).digest("hex")}`;
}

/** The day in a file name such as `2020-07-16-name.md`. */
function dayOfName(name: string): Date | undefined {
  const day = /(?:^|\/)(\d{4}-\d{2}-\d{2})[-_][^/]*$/.exec(name)?.[1];
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `inside-rust/post.md` for `content/inside-rust/post.md`. */
export function pathInContent({ file, contentRoot }: MarkdownFile): string {
  return contentRoot === "" ? file : file.slice(contentRoot.length + 1);
}

function nameWithoutSuffix(source: MarkdownFile): string {
  return pathInContent(source)
    .replace(/\.(?:md|markdown)$/i, "")
    .replace(/\/index$/i, "");
}

/** Gives the former address `path` to the post at `slug`; answers it as it is stored, or why it cannot be had. */
function claimPath(
  path: string,
  slug: string,
  slugsByPath: Map<string, string>,
): { path: string } | { reason: string } {
  const former = toFormerPath(path);
  if (former === undefined) return { reason: `The address "${path.slice(0, 100)}" belongs to the site itself.` };
  const owner = slugsByPath.get(former);
  if (owner !== undefined && owner !== slug) {
    return { reason: `The address "${path.slice(0, 100)}" already leads to the post "${owner}".` };
  }
  slugsByPath.set(former, slug);
  return { path: former };
}

function claimAliases(
  { source, frontMatter }: Candidate,
  slug: string,
  slugsByPath: Map<string, string>,
): Pick<PlannedPost, "aliases" | "notes"> {
  const aliases = new Set<string>();
  const notes: ImportNote[] = [];
  for (const address of [...(frontMatter.path === undefined ? [] : [frontMatter.path]), ...frontMatter.aliases]) {
    const claim = claimPath(address, slug, slugsByPath);
    if ("path" in claim) aliases.add(claim.path);
    else notes.push({ file: source.file, reason: claim.reason });
  }
  aliases.delete(`/blog/${slug}`);
  return { aliases: [...aliases], notes };
}
