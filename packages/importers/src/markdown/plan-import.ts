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
import type { FrontMatterNote } from "../front-matter/front-matter-formats.ts";
import { toBlogName, toSourceKey } from "../source-identity.ts";
import { probableLegacyPaths } from "./legacy-paths.ts";
import { createTagLabels } from "./tag-labels.ts";

export interface PlannedCategory {
  label: string;
  slug: string;
}

/** A file that becomes a post, with the values that depend on other files of the folder. */
export interface PlannedPost {
  source: MarkdownFile;
  frontMatter: FrontMatter;
  /** The Markdown after the front matter. */
  body: string;
  /** Line of the file on which `body` starts. */
  bodyLine: number;
  /** Identifies the post at the next import. */
  sourceKey: string;
  /** Identifies the blog at the next import. */
  sourceBlog: string;
  title: string;
  date: Date;
  slug: string;
  /** Paths on the old site, see {@link normalizeLegacyPath}; its own first. */
  aliases: string[];
  /** Categories of the front matter, or the section of the file. */
  categories: PlannedCategory[];
  tagLabels: string[];
  /** Front matter that could not be imported. */
  notes: ImportNote[];
}

export interface ImportPlan {
  /** Oldest first. */
  posts: PlannedPost[];
  /** Files that are not posts, one note for each. */
  notes: ImportNote[];
  /** Problems in the front matter of the files in `notes`, which may be the reason. */
  frontMatterNotes: ImportNote[];
  /** Slugs by legacy path. */
  slugsByPath: ReadonlyMap<string, string>;
  /** Slugs by path within the content folder, as in links such as `@/inside-rust/post.md`. */
  slugsByFile: ReadonlyMap<string, string>;
  /** Paths within the content folder by reference: a path or its end, in lower case, without extension, if unique. */
  filesByName: ReadonlyMap<string, string>;
  /** New paths of the old site's list pages (category, tag, section), by legacy path. */
  listPages: ReadonlyMap<string, string>;
}

export interface PlanOptions {
  /** Identifies the blog at the next import. Default: the address in its configuration. */
  blog?: string | undefined;
  /** Identifies blogs without either. Default: the path of the folder. */
  folderName?: string | undefined;
  /** Slugs that are not available. */
  occupied?: ReadonlySet<string>;
}

interface Candidate extends FrontMatterReading {
  source: MarkdownFile;
  blog: string;
  key: string;
  title: string;
  wantedSlug: string;
  date: Date;
  /** Probable paths of the post if its front matter has none. */
  legacyPaths: string[];
}

/** Limit of the contract. */
const categoryLabelMaxLength = 35;
/** Limits of the contract for one post. */
const maxCategories = 10;
const maxTags = 30;
/** Legacy paths of one post. They are inserted by one statement with a limited number of parameters. */
const maxAliases = 1000;

/** Reads the front matter of all files and resolves what depends on all of them: slugs, legacy paths, tag labels. */
export function planImport(files: Iterable<MarkdownFile>, now: Date, options: PlanOptions = {}): ImportPlan {
  const notes: ImportNote[] = [];
  const frontMatterNotes: ImportNote[] = [];
  const candidates = new Map<string, Candidate>();
  for (const source of files) {
    const candidate = readCandidate(source, { notes, frontMatterNotes }, now, options);
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
  for (const [{ legacyPaths }, slug] of slugs) {
    for (const address of legacyPaths) claimPath(address, slug, slugsByPath);
  }
  const sitesWithCategories = new Set(
    [...candidates.values()].flatMap(({ frontMatter, source }) =>
      frontMatter.categories.length > 0 ? [source.location.siteRoot] : [],
    ),
  );
  const posts = [...slugs].map(([candidate, slug]): PlannedPost => {
    const { source, frontMatter, body, bodyLine, key, date, title } = candidate;
    const { aliases, notes } = claimAliases(candidate, slug, slugsByPath);
    const addNote = (reason: string) => notes.push({ file: source.file, line: 1, reason });
    const categories = categoriesOf(candidate, !sitesWithCategories.has(source.location.siteRoot));
    const tagLabels = labelsOf(frontMatter);
    if (categories.length > maxCategories)
      addNote(`A post is in at most ${maxCategories} categories; the others are left out.`);
    if (tagLabels.length > maxTags) addNote(`A post has at most ${maxTags} tags; the others are left out.`);
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
  const filesByName = mapFileReferences(posts);
  return {
    posts,
    notes,
    frontMatterNotes,
    slugsByPath,
    slugsByFile,
    filesByName,
    listPages: mapListPages(posts),
  };
}

/** Maps references to files: `posts/2024/name`, `2024/name` and `name` refer to `posts/2024/name/index.md`. */
function mapFileReferences(posts: readonly PlannedPost[]): Map<string, string> {
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

function mapListPages(posts: readonly PlannedPost[]): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { source, categories, tagLabels } of posts) {
    const { section, location } = source;
    for (const { slug } of categories) {
      for (const name of ["categories", "category"]) addresses.set(`/${name}/${slug}`, `/blog/category/${slug}`);
    }
    for (const label of tagLabels) {
      const slug = toSlug(label.toLowerCase());
      for (const name of ["tags", "tag"]) addresses.set(`/${name}/${slug}`, `/blog/tag/${slug}`);
    }
    const [folder = ""] = pathInContent(source).split("/").slice(0, -1);
    if (location.kind === "content" && folder !== "") addresses.set(normalizeSitePath(folder), "/blog");
    if (section === undefined) continue;
    const own = sectionCategory(section);
    const isListed = own !== undefined && categories.some(({ slug }) => slug === own.slug);
    const path = normalizeSitePath(section.folder.slice(location.contentRoot.length));
    addresses.set(path, section.isRoot || !isListed ? "/blog" : `/blog/category/${own.slug}`);
  }
  return addresses;
}

/** The categories of the front matter. If no front matter of a site has any, sections are categories. */
function categoriesOf({ source, frontMatter }: Candidate, bySection: boolean): PlannedCategory[] {
  const { location, section } = source;
  const bySlug = new Map<string, PlannedCategory>();
  for (const name of [...location.categories, ...frontMatter.categories]) {
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
  { notes, frontMatterNotes }: Pick<ImportPlan, "notes" | "frontMatterNotes">,
  now: Date,
  options: PlanOptions,
): Candidate | undefined {
  const { file, location, config } = source;
  const isJekyll = location.kind === "jekyll";
  const leaveOut = (reason: string, headNotes: readonly FrontMatterNote[] = [], line?: number) => {
    frontMatterNotes.push(...headNotes.map((note) => ({ file, ...note })));
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
      return leaveOut("The front matter has no title; the file is not imported as a post.", reading.notes);
    if (frontMatter.isDraft || location.isDraft) return leaveOut("The post is a draft and is left out.");
    if (frontMatter.expires && frontMatter.expires <= now)
      return leaveOut("The post has expired (expiryDate) and is left out.");
    const date = frontMatter.date ?? day;
    if (date === undefined) {
      const reason = "The post has no date in its front matter or in its file name (2020-07-16-name, 2020/07/16/name).";
      return leaveOut(reason, reading.notes, 1);
    }
    const wantedSlug = frontMatter.slug ?? baseName;
    const legacyPaths = probableLegacyPaths({ location, config, frontMatter, name, baseName, date });
    const key = toSourceKey(frontMatter.path ?? name);
    return {
      ...reading,
      source,
      blog: blogOf(source, options),
      key,
      title,
      wantedSlug,
      date,
      legacyPaths,
    };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    return leaveOut(error.message, [], error.line);
  }
}

/** The blog's address, the given name, or the folder. A folder may contain several blogs. */
function blogOf({ location, config, listing }: MarkdownFile, { blog, folderName = listing.root }: PlanOptions): string {
  const within = location.siteRoot === "" ? "" : `/${location.siteRoot}`;
  if (blog !== undefined) return `${blog}${within}`;
  return config.baseUrl === undefined ? `file:${folderName}${within}` : toBlogName(config.baseUrl);
}

/** Splits a name such as `2020-07-16-name` or `2020/07/16/name` into the day and the rest. */
function readName(name: string): { day: Date | undefined; baseName: string } {
  const last = name.split("/").at(-1) ?? name;
  const [, inName, rest] = /^(\d{4}-\d{2}-\d{2})(?:[-_ ](.+))?$/.exec(last) ?? [];
  const day = inName === undefined ? undefined : readDateText(inName);
  if (day !== undefined) return { day, baseName: rest ?? last };
  const inFolders = /(?:^|\/)(\d{4}\/\d{2}\/\d{2})\/[^/]+$/.exec(name)?.[1];
  return { day: inFolders === undefined ? undefined : readDateText(inFolders), baseName: last };
}

/** Jekyll derives a missing title from the file name. */
function titleFrom(baseName: string): string | undefined {
  const words = baseName.split(/[-_\s]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || undefined;
}

/** `inside-rust/post.md` for `content/inside-rust/post.md`. */
export function pathInContent({ file, location }: MarkdownFile): string {
  return location.contentRoot === "" ? file : file.slice(location.contentRoot.length + 1);
}

function nameWithoutSuffix(source: MarkdownFile): string {
  return pathInContent(source)
    .replace(/\.(?:md|mdx|markdown)$/i, "")
    .replace(/\/index$/i, "");
}

/** Assigns the legacy path `path` to the post at `slug`. Returns its canonical form, or why it is not available. */
function claimPath(
  path: string,
  slug: string,
  slugsByPath: Map<string, string>,
): { path: string } | { reason: string } {
  const former = normalizeLegacyPath(path);
  if (former === undefined)
    return { reason: `The address "${path.slice(0, 100)}" is an address of this site and is not redirected.` };
  const owner = slugsByPath.get(former);
  if (owner !== undefined && owner !== slug) {
    return { reason: `The address "${path.slice(0, 100)}" already redirects to the post "${owner}".` };
  }
  slugsByPath.set(former, slug);
  return { path: former };
}

/** A site at `https://example.org/studio` had all its paths below `/studio`. */
function pathsBelowBase({ config }: MarkdownFile, { path, aliases }: FrontMatter): string[] {
  const base = config.baseUrl === undefined ? "/" : new URL(config.baseUrl).pathname;
  if (base === "/") return [];
  return [...(path === undefined ? [] : [path]), ...aliases.slice(0, maxAliases)].map(
    (address) => `${base}/${address}`,
  );
}

function claimAliases(
  { source, frontMatter, legacyPaths }: Candidate,
  slug: string,
  slugsByPath: Map<string, string>,
): Pick<PlannedPost, "aliases" | "notes"> {
  const aliases = new Set<string>();
  const notes: ImportNote[] = [];
  // Conflicts of derived paths are not reported, because the author did not list them.
  for (const address of [...legacyPaths, ...pathsBelowBase(source, frontMatter)]) {
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
