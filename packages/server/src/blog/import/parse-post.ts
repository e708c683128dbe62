import type { RichContent } from "@porchlight/contract/blog/rich-content";
import { cutAtWord, excerptMaxLength, excerptOf, minutesToRead, plainTextOf } from "../rich-content/plain-text.ts";
import type { ImportNote } from "./import-note.ts";
import { markdownToRichContent } from "./markdown-to-rich-content.ts";
import type { ImportPlan, PlannedPost } from "./plan-import.ts";
import { createPostAddresses } from "./post-addresses.ts";

/** Longest title that the contract allows. */
const titleMaxLength = 200;

/** A post as it is to be stored. */
export interface ImportedPost {
  /** The same at every import of the same post, whatever its text. */
  sourceKey: string;
  slug: string;
  title: string;
  firstPublishedDate: Date;
  authors: string[];
  /**
   * Paths that led to the post where it comes from, such as `/2020/07/16/Rust-1.45.0`, `/2020/07/16/Rust-1.45.0.html` and
   * `/releases/1.45.0`, in the form of `toFormerPath`. The first is the address that it had.
   */
  aliases: string[];
  /** Absent when the post is in no section. */
  categoryLabel: string | undefined;
  categorySlug: string | undefined;
  tagLabels: string[];
  richContent: RichContent;
  contentText: string;
  excerpt: string;
  minutesToRead: number;
}

export interface ParsedPost {
  post: ImportedPost;
  /** What could not be carried over, by line. */
  report: ImportNote[];
}

/** Turns the Markdown of one planned post into rich content and all that follows from it. */
export function parsePost(planned: PlannedPost, plan: ImportPlan): ParsedPost {
  const report: ImportNote[] = [...planned.notes];
  const { source, frontMatter } = planned;
  const note = (bodyLine: number, reason: string) => {
    report.push({ file: source.file, line: planned.bodyLine + bodyLine - 1, reason });
  };
  const addresses = createPostAddresses(planned, plan, note);
  const { richContent, summaryBlocks } = markdownToRichContent(planned.body, { note, ...addresses });
  const contentText = plainTextOf(richContent.nodes);
  const title = titleText(planned.title.slice(0, titleMaxLength * 10));
  if (title.length > titleMaxLength)
    report.push({ file: source.file, line: 1, reason: "The title is longer than 200 characters; it is cut." });
  const summary = summaryBlocks === undefined ? richContent : { nodes: richContent.nodes.slice(0, summaryBlocks) };
  return {
    post: {
      sourceKey: planned.sourceKey,
      slug: planned.slug,
      title: cutAtWord(title, titleMaxLength),
      firstPublishedDate: planned.date,
      authors: frontMatter.authors,
      aliases: planned.aliases,
      categoryLabel: planned.category?.label,
      categorySlug: planned.category?.slug,
      tagLabels: planned.tagLabels,
      richContent,
      contentText,
      excerpt: cutAtWord(frontMatter.description ?? excerptOf(summary), excerptMaxLength),
      minutesToRead: minutesToRead(contentText),
    },
    report: report.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}

/** Titles are plain text; marks of code in them are the ones that people write. */
function titleText(title: string): string {
  return title
    .replace(/(`+)([^`]+)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
}
