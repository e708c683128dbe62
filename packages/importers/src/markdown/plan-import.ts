import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { normalizeLegacyPath, normalizeSitePath } from "@porchlight/contract/blog/legacy-path";
import { truncateAtWord } from "@porchlight/contract/blog/rich-content/plain-text";
import { toSlug } from "@porchlight/contract/blog/slug";
import { assignSlugs } from "../assign-slugs.ts";
import type { MarkdownFile } from "../folder/read-markdown-folder.ts";
import {
  type FrontMatter,
  FrontMatterError,
  type FrontMatterReading,
  readFrontMatter,
} from "../front-matter/front-matter.ts";
import { readDateText } from "../front-matter/front-matter-dates.ts";
import type { HeadNote } from "../front-matter/front-matter-formats.ts";
import { toBlogName, toSourceKey } from "../source-identity.ts";
import { formerAddressesOf } from "./legacy-addresses.ts";
import { createTagLabels } from "./tag-labels.ts";

export interface PlannedCategory {
  label: string;
  slug: string;
}

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
  /** The blog that it is a post of, see `ImportedPost`. */
  sourceBlog: string;
  title: string;
  date: Date;
  slug: string;
  /** Paths of the site that the post comes from, see {@link normalizeLegacyPath}; its own first. */
  aliases: string[];
  /** Those that its head names, or the section that the file is in. */
  categories: PlannedCategory[];
  tagLabels: string[];
  /** What of its front matter could not be carried. */
  notes: ImportNote[];
}

export interface ImportPlan {
  /** The oldest first. */
  posts: PlannedPost[];
  /** Files that are no posts, and why; one for each. */
  notes: ImportNote[];
  /** What in their front matter stood in the way. */
  details: ImportNote[];
  slugsByPath: ReadonlyMap<string, string>;
  /** By path within the content folder, as in links such as `@/inside-rust/post.md`. */
  slugsByFile: ReadonlyMap<string, string>;
  /** By the end of its path, in small letters and without its ending, where only one file has that. */
  filesByName: ReadonlyMap<string, string>;
  /** Where the lists of posts of the old site are on this one, by path. */
  listAddresses: ReadonlyMap<string, string>;
}

export interface PlanOptions {
  /** What the blog is called, where its configuration does not tell its address. */
  blog?: string | undefined;
  /** Slugs that its posts may not have. */
  occupied?: ReadonlySet<string>;
}

interface Candidate extends FrontMatterReading {
  source: MarkdownFile;
  blog: string;
  key: string;
  title: string;
  wantedSlug: string;
  date: Date;
  /** Where the post was if its head does not say. */
  formerAddresses: string[];
}

/** Longest label of a category that the contract allows. */
const categoryLabelMaxLength = 35;
/** Categories and tags of one post that the contract allows. */
const maxCategories = 10;
const maxTags = 30;
/** Former addresses that a head lists. All of a post are written by one statement, which has no room for tens of thousands. */
const maxAliases = 1000;

/** Reads the front matter of all files and settles what must be settled between them: slugs, former addresses, names of tags. */
export function planImport(files: Iterable<MarkdownFile>, now: Date, options: PlanOptions = {}): ImportPlan {
  const notes: ImportNote[] = [];
  const details: ImportNote[] = [];
  const candidates = new Map<string, Candidate>();
  for (const source of files) {
    const candidate = readCandidate(source, { notes, details }, now, options);
    if (candidate === undefined) continue;
    const identity = `${candidate.blog}\n${candidate.key}`;
    const other = candidates.get(identity);
    if (other === undefined) candidates.set(identity, candidate);
    else notes.push({ file: source.file, reason: `It has the same path as "${other.source.file}" and is left out.` });
  }
  const slugs = assignSlugs([...candidates.values()], options.occupied);
  const labelsOf = createTagLabels([...candidates.values()].map(({ frontMatter }) => frontMatter));
  const slugsByPath = new Map<string, string>();
  const slugsByFile = new Map<string, string>();
  for (const [candidate, slug] of slugs) {
    slugsByFile.set(pathInContent(candidate.source), slug);
    if (candidate.frontMatter.path !== undefined) claimPath(candidate.frontMatter.path, slug, slugsByPath);
  }
  for (const [{ formerAddresses }, slug] of slugs) {
    for (const address of formerAddresses) claimPath(address, slug, slugsByPath);
  }
  const sitesWithCategories = new Set(
    [...candidates.values()].flatMap(({ frontMatter, source }) =>
      frontMatter.categories.length > 0 ? [source.place.siteRoot] : [],
    ),
  );
  const posts = [...slugs].map(([candidate, slug]): PlannedPost => {
    const { source, frontMatter, body, bodyLine, key, date, title } = candidate;
    const { aliases, notes } = claimAliases(candidate, slug, slugsByPath);
    const note = (reason: string) => notes.push({ file: source.file, line: 1, reason });
    const categories = categoriesOf(candidate, !sitesWithCategories.has(source.place.siteRoot));
    const tagLabels = labelsOf(frontMatter);
    if (categories.length > maxCategories)
      note(`A post is in at most ${maxCategories} categories; the others are left out.`);
    if (tagLabels.length > maxTags) note(`A post has at most ${maxTags} tags; the others are left out.`);
    return {
      source,
      frontMatter,
      body,
      bodyLine,
      sourceKey: key,
      sourceBlog: candidate.blog,
      title,
      date,
      slug,
      aliases,
      categories: categories.slice(0, maxCategories),
      tagLabels: tagLabels.slice(0, maxTags),
      notes: [...candidate.notes.map((note) => ({ file: source.file, ...note })), ...notes],
    };
  });
  posts.sort((a, b) => a.date.getTime() - b.date.getTime() || (a.sourceKey < b.sourceKey ? -1 : 1));
  const filesByName = nameFiles(posts);
  return { posts, notes, details, slugsByPath, slugsByFile, filesByName, listAddresses: findLists(posts) };
}

/** `posts/2024/name`, `2024/name` and `name` for `posts/2024/name/index.md`. */
function nameFiles(posts: readonly PlannedPost[]): Map<string, string> {
  const files = new Map<string, string>();
  const shared = new Set<string>();
  for (const { source } of posts) {
    const parts = nameWithoutSuffix(source).toLowerCase().split("/");
    for (let from = 0; from < parts.length; from += 1) {
      const name = parts.slice(from).join("/");
      if (files.has(name)) shared.add(name);
      else files.set(name, pathInContent(source));
    }
  }
  for (const name of shared) files.delete(name);
  return files;
}

function findLists(posts: readonly PlannedPost[]): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { source, categories, tagLabels } of posts) {
    const { section, place } = source;
    for (const { slug } of categories) {
      for (const name of ["categories", "category"]) addresses.set(`/${name}/${slug}`, `/blog/category/${slug}`);
    }
    for (const label of tagLabels) {
      const slug = toSlug(label.toLowerCase());
      for (const name of ["tags", "tag"]) addresses.set(`/${name}/${slug}`, `/blog/tag/${slug}`);
    }
    const [folder = ""] = pathInContent(source).split("/").slice(0, -1);
    if (place.kind === "content" && folder !== "") addresses.set(normalizeSitePath(folder), "/blog");
    if (section === undefined) continue;
    const own = sectionCategory(section);
    const isListed = own !== undefined && categories.some(({ slug }) => slug === own.slug);
    const path = normalizeSitePath(section.folder.slice(place.contentRoot.length));
    addresses.set(path, section.isRoot || !isListed ? "/blog" : `/blog/category/${own.slug}`);
  }
  return addresses;
}

/** Those of its head; where no head of a site names any, its sections say what posts are about. */
function categoriesOf({ source, frontMatter }: Candidate, bySection: boolean): PlannedCategory[] {
  const { place, section } = source;
  const bySlug = new Map<string, PlannedCategory>();
  for (const name of [...place.categories, ...frontMatter.categories]) {
    const label = truncateAtWord(name, categoryLabelMaxLength);
    const slug = toSlug(label.toLowerCase());
    if (label !== "" && !bySlug.has(slug)) bySlug.set(slug, { label, slug });
  }
  const own = bySection && bySlug.size === 0 && section !== undefined ? sectionCategory(section) : undefined;
  return own === undefined ? [...bySlug.values()] : [own];
}

function sectionCategory({ folder, title, isRoot }: NonNullable<MarkdownFile["section"]>): PlannedCategory | undefined {
  const folderName = folder.split("/").at(-1) ?? "";
  const label = truncateAtWord(title ?? folderName, categoryLabelMaxLength);
  if (label === "") return undefined;
  return { label, slug: toSlug((isRoot ? label : folderName).toLowerCase()) };
}

function readCandidate(
  source: MarkdownFile,
  { notes, details }: Pick<ImportPlan, "notes" | "details">,
  now: Date,
  options: PlanOptions,
): Candidate | undefined {
  const { file, place, config } = source;
  const isJekyll = place.kind === "jekyll";
  const leaveOut = (reason: string, headNotes: readonly HeadNote[] = [], line?: number) => {
    details.push(...headNotes.map((note) => ({ file, ...note })));
    notes.push({ file, ...(line === undefined ? {} : { line }), reason });
    return undefined;
  };
  try {
    const reading = readFrontMatter(source.markdown, { listsByWords: isJekyll });
    const { frontMatter } = reading;
    const name = nameWithoutSuffix(source);
    const { day, baseName } = readName(name);
    const title = frontMatter.title ?? (isJekyll ? titleFrom(baseName) : undefined);
    if (title === undefined)
      return leaveOut("The front matter has no title; the file is not taken for a post.", reading.notes);
    if (frontMatter.isDraft || place.isDraft) return leaveOut("It is a draft and is left out.");
    if (frontMatter.expires && frontMatter.expires <= now)
      return leaveOut("Its time is over (expiryDate); it is left out.");
    const date = frontMatter.date ?? day;
    if (date === undefined) {
      const reason = "It has no date, neither in its front matter nor in its name (2020-07-16-name, 2020/07/16/name).";
      return leaveOut(reason, reading.notes, 1);
    }
    const wantedSlug = frontMatter.slug ?? baseName;
    const formerAddresses = formerAddressesOf({ place, config, frontMatter, name, baseName, date });
    const key = toSourceKey(frontMatter.path ?? name);
    return { ...reading, source, blog: blogOf(source, options.blog), key, title, wantedSlug, date, formerAddresses };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    return leaveOut(error.message, [], error.line);
  }
}

/** Its address, else the name that was given, else the folder. Several of them may lie in one folder. */
function blogOf({ place, config, listing }: MarkdownFile, name: string | undefined): string {
  const within = place.siteRoot === "" ? "" : `/${place.siteRoot}`;
  if (name !== undefined) return `${name}${within}`;
  return config.baseUrl === undefined ? `file:${listing.root}${within}` : toBlogName(config.baseUrl);
}

/** The day in a name such as `2020-07-16-name` or `2020/07/16/name`, and the name without it. */
function readName(name: string): { day: Date | undefined; baseName: string } {
  const last = name.split("/").at(-1) ?? name;
  const [, inName, rest] = /^(\d{4}-\d{2}-\d{2})(?:[-_ ](.+))?$/.exec(last) ?? [];
  const day = inName === undefined ? undefined : readDateText(inName);
  if (day !== undefined) return { day, baseName: rest ?? last };
  const inFolders = /(?:^|\/)(\d{4}\/\d{2}\/\d{2})\/[^/]+$/.exec(name)?.[1];
  return { day: inFolders === undefined ? undefined : readDateText(inFolders), baseName: last };
}

/** Jekyll names a post without a title by its file. */
function titleFrom(baseName: string): string | undefined {
  const words = baseName.split(/[-_\s]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || undefined;
}

/** `inside-rust/post.md` for `content/inside-rust/post.md`. */
export function pathInContent({ file, place }: MarkdownFile): string {
  return place.contentRoot === "" ? file : file.slice(place.contentRoot.length + 1);
}

function nameWithoutSuffix(source: MarkdownFile): string {
  return pathInContent(source)
    .replace(/\.(?:md|mdx|markdown)$/i, "")
    .replace(/\/index$/i, "");
}

/** Gives the former address `path` to the post at `slug`; answers it as it is stored, or why it cannot be had. */
function claimPath(
  path: string,
  slug: string,
  slugsByPath: Map<string, string>,
): { path: string } | { reason: string } {
  const former = normalizeLegacyPath(path);
  if (former === undefined) return { reason: `The address "${path.slice(0, 100)}" belongs to the site itself.` };
  const owner = slugsByPath.get(former);
  if (owner !== undefined && owner !== slug) {
    return { reason: `The address "${path.slice(0, 100)}" already leads to the post "${owner}".` };
  }
  slugsByPath.set(former, slug);
  return { path: former };
}

/** A site at `https://example.org/studio` had all its paths below `/studio`. */
function addressesBelowBase({ config }: MarkdownFile, { path, aliases }: FrontMatter): string[] {
  const base = config.baseUrl === undefined ? "/" : new URL(config.baseUrl).pathname;
  if (base === "/") return [];
  return [...(path === undefined ? [] : [path]), ...aliases.slice(0, maxAliases)].map(
    (address) => `${base}/${address}`,
  );
}

function claimAliases(
  { source, frontMatter, formerAddresses }: Candidate,
  slug: string,
  slugsByPath: Map<string, string>,
): Pick<PlannedPost, "aliases" | "notes"> {
  const aliases = new Set<string>();
  const notes: ImportNote[] = [];
  // Nobody wrote these down, so that nobody misses the ones that another post has.
  for (const address of [...formerAddresses, ...addressesBelowBase(source, frontMatter)]) {
    const claim = claimPath(address, slug, slugsByPath);
    if ("path" in claim) aliases.add(claim.path);
  }
  const listed = frontMatter.aliases.slice(0, maxAliases);
  if (frontMatter.aliases.length > maxAliases) {
    const reason = `A post has at most ${maxAliases} former addresses; the others are left out.`;
    notes.push({ file: source.file, line: 1, reason });
  }
  for (const address of [...(frontMatter.path === undefined ? [] : [frontMatter.path]), ...listed]) {
    const claim = claimPath(address, slug, slugsByPath);
    if ("path" in claim) aliases.add(claim.path);
    else notes.push({ file: source.file, reason: claim.reason });
  }
  aliases.delete(`/blog/${slug}`);
  return { aliases: [...aliases], notes };
}
