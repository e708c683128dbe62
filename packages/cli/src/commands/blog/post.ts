import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type FrontMatter, readFrontMatter } from "@porchlight/importers/front-matter/front-matter";
import { FrontMatterError } from "@porchlight/importers/front-matter/front-matter-formats";
import { markdownToRichContent } from "@porchlight/importers/rich-content/markdown/markdown-to-rich-content";
import type { AppContext } from "@porchlight/server";
import * as server from "@porchlight/server/operations";
import { describeFileFailure } from "../../runtime/data-dir.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { type Io, printProgress, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

/** Options of `porchlight post create` and `porchlight post publish`. */
export interface PostOptions extends CommonOptions {
  /** File of the cover. */
  cover?: string;
  /** Time of publication. */
  at?: string;
  /** Whether the post is sent by email. */
  newsletter?: boolean;
}

/** `porchlight post create <file>` */
export const createPost = (io: Io, file: string, options: PostOptions): Promise<void> =>
  savePost(io, file, options, { kind: "create" });

/** `porchlight post publish <file>` */
export const publishPost = (io: Io, file: string, options: PostOptions): Promise<void> =>
  savePost(io, file, options, {
    ...(options.at === undefined ? { kind: "publish" } : { kind: "schedule", at: options.at }),
    newsletter: options.newsletter,
  });

const maxPostBytes = 4 * 1024 * 1024;

/** A Markdown file with front matter, or with its title as the first heading. */
interface PostFile {
  frontMatter: Partial<FrontMatter>;
  body: string;
  bodyLine: number;
}

async function savePost(io: Io, file: string, options: PostOptions, action: server.SaveAction): Promise<void> {
  const post = readPostFile(file);
  const { frontMatter } = post;
  const { title = "", slug = basename(file).replace(/\.\w+$/, ""), date, description, authors, raw = {} } = frontMatter;
  const { categories, tags } = frontMatter;
  const cover = options.cover ?? frontMatter.cover?.src;
  const coverFile = options.cover ?? (cover === undefined ? undefined : localFile(file, cover));
  const coverAlt = frontMatter.cover?.alt;
  const save = async (context: AppContext) => {
    const richContent = await convertBody(io, context, file, post);
    const image = coverFile === undefined ? cover && { url: cover } : await uploadImage(context, coverFile);
    const draft = {
      title,
      richContent,
      ...(description !== undefined && { excerpt: description }),
      ...(authors?.length && { authors }),
      ...(date && { firstPublishedDate: date.toISOString() }),
      ...(typeof raw.language === "string" && { language: raw.language }),
      ...(typeof raw.featured === "boolean" && { featured: raw.featured }),
      ...(typeof raw.membersOnly === "boolean" && { membersOnly: raw.membersOnly }),
      ...(image && { heroImage: { ...image, ...(coverAlt && { altText: coverAlt }) } }),
    };
    const terms = { categories: categories?.length ? categories : undefined, tags: tags?.length ? tags : undefined };
    return server.savePost(context, owner, { slug, draft, ...terms }, action).catch((error: unknown) => {
      throw describeRejection(error, file);
    });
  };
  const saved = await withOperator(io, options, save, { begins: true });
  const done = { PUBLISHED: "Published", SCHEDULED: "Scheduled" }[String(saved.status)] ?? "Created";
  const next = action.kind === "create" ? `\nIt is a draft. This publishes it: porchlight post publish ${file}` : "";
  printResult(io, saved, `${done} "${title}" at /blog/${saved.slug}.${next}`);
}

/** @throws {Failure} */
function readPostFile(file: string): PostFile {
  const text = readBytes(file, maxPostBytes, "The post").toString("utf8");
  try {
    if (/^\uFEFF?(---|\+\+\+|\{)/.test(text)) return readFrontMatter(text);
  } catch (error) {
    throw error instanceof FrontMatterError ? new Failure(`${file}:${error.line}: ${error.message}`) : error;
  }
  const [, title, body = ""] = /^\s*# +(.+?)(?: +#+)? *\r?\n([\s\S]*)$/.exec(`${text}\n`) ?? [];
  if (title === undefined)
    throw new Failure(`${file} has no title. Begin it with a heading such as "# My post", or with front matter.`);
  const bodyLine = text.slice(0, text.length - body.length + 1).split("\n").length;
  return { frontMatter: { title }, body, bodyLine };
}

/** Converts the Markdown, and uploads its images first. */
async function convertBody(io: Io, context: AppContext, file: string, { body, bodyLine }: PostFile) {
  const images = new Map<string, { url: string; width: number; height: number } | undefined>();
  const convert = (warn: (line: number, reason: string) => void) =>
    markdownToRichContent(body, {
      warn,
      resolveLink: (href, line) =>
        /^[/#]/.test(href) ? href : void warn(line, `The link ${href} is relative; it was removed.`),
      resolveImage(src) {
        if (src.startsWith("/")) return { url: src };
        if (!images.has(src)) images.set(src, undefined);
        return images.get(src);
      },
    }).richContent;
  convert(() => undefined);
  for (const src of images.keys()) {
    const { id: _, ...image } = await uploadImage(context, localFile(file, src) ?? src);
    images.set(src, image);
  }
  return convert((line, reason) => printProgress(io, `${file}:${line + bodyLine - 1}: ${reason}`));
}

/** The path of a file that a post names relative to itself; `undefined` for one of this or another site. */
function localFile(file: string, src: string): string | undefined {
  return /^(https?:)?\//i.test(src) ? undefined : join(dirname(file), decoded(src));
}

function decoded(src: string): string {
  try {
    return decodeURIComponent(src);
  } catch {
    return src;
  }
}

/** @throws {Failure} */
async function uploadImage(context: AppContext, path: string) {
  const { uploadMebibytes } = await server.readSettings(context.db, context.site.id);
  const bytes = new Uint8Array(readBytes(path, uploadMebibytes * 1024 * 1024, "The image"));
  const image = await server
    .uploadBytes(context, owner, { filename: basename(path), bytes })
    .catch((error: unknown) => {
      if (error instanceof server.MediaWriteError) throw describeFileFailure(context.config.mediaDir, error.cause);
      if (!(error instanceof server.Refusal)) throw error;
      throw new Failure(`"${path}" is not an image that can be stored. Is it complete?`, { cause: error });
    });
  const { id, url, width, height } = image;
  if (!width || !height) throw new Failure(`"${path}" is not an image.`);
  return { id, url, width, height };
}

/** @throws {Failure} */
function readBytes(path: string, maxBytes: number, what: string): Buffer {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > maxBytes)
    throw new Failure(`${what} "${path}" is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`);
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Failure(`The file "${path}" cannot be read. Is the path right?`, { cause: error });
  }
}

function describeRejection(error: unknown, file: string): unknown {
  if (error instanceof server.InvalidArguments)
    return new Failure(
      error.violations
        .map(({ field, description }) =>
          field === "scheduledPublishDate"
            ? `--at ${description}.`
            : `${file}: ${field.replace("draftPost.", "")} ${description}.`,
        )
        .join("\n"),
    );
  if (!(error instanceof server.Refusal)) return error;
  const { slug, status } = error.data;
  if (error.code === "SLUG_TAKEN")
    return new Failure(
      status === "DELETED"
        ? `The post /blog/${slug} is in the trash. Restore it or delete it permanently in the console first.`
        : `There is a post /blog/${slug} already. This replaces it: porchlight post publish ${file}`,
    );
  if (error.code === "POST_STATUS_CONFLICT")
    return new Failure("The post is published already, so it cannot be scheduled. Publish it without --at.");
  if (error.code === "NEWSLETTER_OFF")
    return new Failure("The newsletter is off. Turn it on with: porchlight setting set newsletter on");
  if (error.code === "NEWSLETTER_FINAL")
    return new Failure(
      "The post has already been published, so it can no longer be emailed. Publish it without --newsletter.",
    );
  return error;
}
