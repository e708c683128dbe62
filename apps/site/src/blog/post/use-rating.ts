import type { PostRating } from "@porchlight/client/blog";
import { useSession } from "@porchlight/react";
import { useEffect, useRef, useState } from "react";
import { useSite } from "../../site.ts";

export interface ShownRating {
  ratings: number;
  averageRating?: number | undefined;
  stars?: PostRating["stars"] | undefined;
}

export interface RatingState {
  shown: ShownRating;
  hasFailed: boolean;
  /** Rates the post; `undefined` removes the rating. */
  give(stars: number | undefined): void;
}

/** A post's rating and the reader's own, updated optimistically and reverted on failure. */
export function useRating(postId: string, figures: ShownRating): RatingState {
  const { client } = useSite();
  // Another reader has another rating.
  const isMember = useSession(({ status }) => status === "member" || status === "degraded");
  const [shown, setShown] = useState(figures);
  const [hasFailed, setHasFailed] = useState(false);
  const isBusy = useRef(false);
  /** Number of ratings given here, to ignore responses from before. */
  const given = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another member has another rating
  useEffect(() => {
    const reading = new AbortController();
    const before = given.current;
    client.reactions.getPostRating(postId, { signal: reading.signal }).then(
      (rating) => before === given.current && setShown(rating),
      // Unknown if the request fails; rating works anyway.
      () => undefined,
    );
    return () => reading.abort();
  }, [client, postId, isMember]);

  async function give(stars: number | undefined) {
    if (isBusy.current) return;
    isBusy.current = true;
    given.current += 1;
    const former = shown;
    setHasFailed(false);
    setShown({ ...former, stars });
    try {
      const rating =
        stars === undefined
          ? await client.reactions.removePostRating(postId)
          : await client.reactions.ratePost(postId, stars);
      setShown(rating);
    } catch {
      setShown(former);
      setHasFailed(true);
    }
    isBusy.current = false;
  }

  return { shown, hasFailed, give: (stars) => void give(stars) };
}
