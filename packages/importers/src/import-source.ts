import type { WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import type { ImportEntry, SourceOfPost } from "./import-entry.ts";

/** An opened source. It was read through once, so that a damaged source fails before anything is stored. */
export interface ImportSource {
  /** Number of entries. */
  total: number;
  /** Digest of the content: the same for the same posts in the same order. */
  digest: string;
  /** What it says of the whole site. */
  site?: WebsiteMetadata;
  /** Whether it is a website that was read page by page. */
  isWebsite?: true;
  /**
   * @param images Receives the images of each post before its entry is yielded.
   * @param from Number of entries to skip, which an earlier run has stored. Default: 0.
   */
  entries(images: ImageStore, from?: number): AsyncIterable<ImportEntry>;
}

/** Where images of an import go. */
export interface ImageStore {
  /** Whether images that would be fetched are only counted. */
  isDryRun?: boolean;
  /** Checks an image and removes its metadata. A `reason` continues the name of the file: "is empty". */
  read(bytes: Buffer): CleanImage | Failure;
  /** Stores an image once; repeated calls return the same id. */
  put(image: NamedImage): Promise<{ id: string; isNew: boolean }>;
}

/** An image without metadata. */
export interface CleanImage {
  /** Without a dot. */
  extension: string;
  /** Pixels. */
  width: number;
  height: number;
  isAnimated: boolean;
  bytes: Buffer;
}

/** An image with the name of its file. */
export interface NamedImage extends CleanImage {
  fileName: string;
}

/** `reason` continues the name of a file: "is empty". */
export interface Failure {
  reason: string;
}

/** Returns the slugs of `posts` that posts of other imports have. */
export type FindOccupied = (posts: readonly (SourceOfPost & { slug: string })[]) => Promise<ReadonlySet<string>>;

/** The source cannot be imported. The message is one sentence for the operator. */
export class ImportSourceError extends Error {
  override readonly name = "ImportSourceError";
  /** Whether the source does not exist. */
  readonly isMissing: boolean;

  constructor(message: string, { isMissing = false, cause }: { isMissing?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isMissing = isMissing;
  }
}

/** Later collisions are left to chance. */
const maxPlanningRounds = 5;

/** Repeats `plan` until no planned slug belongs to a post of another import. */
export async function planWithFreeSlugs<Plan>(
  plan: (occupied: ReadonlySet<string>) => Plan,
  postsOf: (plan: Plan) => readonly (SourceOfPost & { slug: string })[],
  findOccupied: FindOccupied | undefined,
): Promise<Plan> {
  const occupied = new Set<string>();
  for (let round = 1; ; round += 1) {
    const planned = plan(occupied);
    if (!findOccupied || round === maxPlanningRounds) return planned;
    const found = await findOccupied(postsOf(planned));
    if (found.size === 0) return planned;
    for (const slug of found) occupied.add(slug);
  }
}

/** Describes why a file or folder could not be opened, as a continuation of its name. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "does not exist";
  if (code === "EACCES" || code === "EPERM") return "cannot be read: permission denied";
  return "cannot be read";
}
