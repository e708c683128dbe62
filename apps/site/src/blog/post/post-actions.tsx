import { Anchor, useSession } from "@porchlight/react";
import { useEffect, useState } from "react";
import { signInHref } from "../../shell/return-to.ts";
import { useSite } from "../../site.ts";
import { createText } from "../../texts.ts";
import { useLike } from "./use-like.ts";

export const actionText = createText({
  "post.like": "Like",
  "post.share": "Share",
  "post.copied": "Link copied",
  "post.likeFailed": "That did not work. Try again.",
  "post.views": "{n, plural, one {# view} other {# views}}",
});

export interface PostActionsProps {
  postId: string;
  /** Path of the post. */
  path: string;
  title: string;
  likes: number;
  views: number;
}

/** Like and share buttons, and the view count. */
export function PostActions({ postId, path, title, likes, views }: PostActionsProps) {
  const { language, publicUrl } = useSite().settings;
  const isMember = useSession(({ status }) => status === "member" || status === "degraded");
  const like = useLike(postId, likes);
  const number = new Intl.NumberFormat(language);
  const label = (
    <>
      <Heart /> {actionText("post.like")} {like.count > 0 && number.format(like.count)}
    </>
  );
  return (
    <div className="post-actions">
      {isMember ? (
        <button
          type="button"
          className="site-button"
          data-variant="quiet"
          aria-pressed={like.isLiked ?? false}
          onClick={like.toggle}
        >
          {label}
        </button>
      ) : (
        // Visitors sign in first; the post is liked when they return.
        <Anchor className="site-button" data-variant="quiet" href={signInHref(path)} onClick={like.wishLike}>
          {label}
        </Anchor>
      )}
      <ShareButton url={publicUrl + path} title={title} />
      {views > 0 && <span className="muted">{actionText("post.views", { n: views })}</span>}
      <p className="post-actions-failed" role="alert">
        {like.hasFailed && actionText("post.likeFailed")}
      </p>
    </div>
  );
}

/** The native share dialog, or else copying the URL. Rendered after hydration. */
function ShareButton({ url, title }: { url: string; title: string }) {
  const [canShare, setCanShare] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => setCanShare("share" in navigator || "clipboard" in navigator), []);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 4_000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function share() {
    try {
      if ("share" in navigator) await navigator.share({ url, title });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        setIsCopied(true);
      }
    } catch {
      // Not allowed or canceled: the URL is in the address bar.
    }
  }

  if (!canShare) return null;
  return (
    <>
      <button type="button" className="site-button" data-variant="quiet" onClick={() => void share()}>
        {isCopied ? actionText("post.copied") : actionText("post.share")}
      </button>
      <span className="site-hidden" role="status">
        {isCopied && actionText("post.copied")}
      </span>
    </>
  );
}

function Heart() {
  return (
    <svg className="heart" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path d="M12 20.5 4.2 12.9a5 5 0 0 1 7-7.1l.8.8.8-.8a5 5 0 0 1 7 7.1z" />
    </svg>
  );
}
