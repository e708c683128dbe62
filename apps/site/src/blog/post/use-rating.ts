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
  /** Gives so many stars; nothing takes them back. */
  give(stars: number | undefined): void;
}

/** What readers think of a post and this one's part in it: their own stars show at once, and go back when they cannot be written. */
export function useRating(postId: string, figures: ShownRating): RatingState {
  const { client } = useSite();
  // Whoever signs in or out has given other stars.
  const isMember = useSession(({ status }) => status === "member" || status === "degraded");
  const [shown, setShown] = useState(figures);
  const [hasFailed, setHasFailed] = useState(false);
  const isBusy = useRef(false);
  /** Of what the reader has given here: what was read before it does not count any more. */
  const given = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another member has given other stars
  useEffect(() => {
    const reading = new AbortController();
    const before = given.current;
    client.reactions.getPostRating(postId, { signal: reading.signal }).then(
      (rating) => before === given.current && setShown(rating),
      // Whether they have rated is not known then; to rate works all the same.
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
