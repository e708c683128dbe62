import { useSession } from "@porchlight/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSite } from "../../site.ts";

const fqdn = "wix.blog.v3.post";
/** The post that a visitor liked before signing in. Only in this tab. */
const wish = "porchlight:like";

export interface LikeState {
  count: number;
  /** Undefined until known. */
  isLiked: boolean | undefined;
  hasFailed: boolean;
  toggle(): void;
  /** Stores that the visitor likes the post, for after sign-in. */
  wishLike(): void;
}

/** A member's like, updated optimistically and reverted on failure. */
export function useLike(postId: string, countAtFirst: number): LikeState {
  const { client } = useSite();
  const isMember = useSession(({ status }) => status === "member" || status === "degraded");
  const [state, setState] = useState({ count: countAtFirst, isLiked: undefined as boolean | undefined });
  const [hasFailed, setHasFailed] = useState(false);
  const isBusy = useRef(false);

  const change = useCallback(
    async (isLiked: boolean) => {
      if (isBusy.current) return;
      isBusy.current = true;
      const show = (liked: boolean) =>
        setState((shown) =>
          shown.isLiked === liked ? shown : { count: Math.max(0, shown.count + (liked ? 1 : -1)), isLiked: liked },
        );
      setHasFailed(false);
      show(isLiked);
      try {
        const entity = { fqdn, entityId: postId };
        if (isLiked) await client.reactions.createLike({ like: entity });
        else await client.reactions.deleteLikeByFqdnAndEntityId(entity);
      } catch {
        show(!isLiked);
        setHasFailed(true);
      }
      isBusy.current = false;
    },
    [client, postId],
  );

  useEffect(() => {
    if (!isMember) return;
    let isOver = false;
    const query = { filter: { entityId: postId }, cursorPaging: { limit: 1 } };
    client.reactions.queryLikes(query).then(
      ({ likes }) => {
        if (isOver) return;
        const isLiked = likes.length > 0;
        setState(({ count }) => ({ count: Math.max(count, isLiked ? 1 : 0), isLiked }));
        const wished = sessionStorage.getItem(wish);
        sessionStorage.removeItem(wish);
        if (wished === postId && !isLiked) void change(true);
      },
      // Unknown if the request fails; liking works anyway.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [client, isMember, postId, change]);

  return {
    ...state,
    hasFailed,
    toggle: () => void change(!state.isLiked),
    wishLike: () => sessionStorage.setItem(wish, postId),
  };
}
