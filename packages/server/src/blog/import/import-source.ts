import type { MediaStore } from "../../platform/storage/file-store.ts";
import type { ImportEntry } from "./store/import-posts.ts";
import type { SourceOfPost } from "./store/imported-posts-store.ts";

/** What is imported, read through once: nothing is stored before that, so that a damaged source leaves nothing behind. */
export interface ImportSource {
  /** Entries that there will be. */
  total: number;
  /** Of what the source holds: the same for the same posts in the same order. */
  digest: string;
  /**
   * @param media Where pictures are put as the posts that show them have their turn.
   * @param from Entries at the beginning that are left out, since they were done with before.
   */
  entries(media: Pick<MediaStore, "put">, from?: number): AsyncIterable<ImportEntry>;
}

/** Which of the slugs of `posts` belong to posts of other imports. */
export type FindOccupied = (posts: readonly (SourceOfPost & { slug: string })[]) => Promise<ReadonlySet<string>>;

/** The source cannot be imported; the message is a plain sentence for the person who named it. */
export class ImportSourceError extends Error {
  override readonly name = "ImportSourceError";
  /** Whether there is nothing at its place. */
  readonly isMissing: boolean;

  constructor(message: string, { isMissing = false, cause }: { isMissing?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isMissing = isMissing;
  }
}

/** Rounds after which names that were made because others were taken are left to chance. */
const maxRounds = 5;

/** Plans until no post has a slug that a post of another import has. */
export async function planApart<Plan>(
  plan: (occupied: ReadonlySet<string>) => Plan,
  postsOf: (plan: Plan) => readonly (SourceOfPost & { slug: string })[],
  findOccupied: FindOccupied | undefined,
): Promise<Plan> {
  const occupied = new Set<string>();
  for (let round = 1; ; round += 1) {
    const planned = plan(occupied);
    if (!findOccupied || round === maxRounds) return planned;
    const more = await findOccupied(postsOf(planned));
    if (more.size === 0) return planned;
    for (const slug of more) occupied.add(slug);
  }
}
