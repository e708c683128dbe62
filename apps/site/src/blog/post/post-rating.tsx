import { maxStars } from "@porchlight/client/blog";
import { Anchor, useSession } from "@porchlight/react";
import { useId } from "react";
import { signInHref } from "../../shell/return-to.ts";
import { useSite } from "../../site.ts";
import { createText } from "../../texts.ts";
import { actionText } from "./post-actions.tsx";
import { type ShownRating, useRating } from "./use-rating.ts";

export const ratingText = createText({
  "post.rating.title": "Rate this post",
  "post.rating.stars": "{n} of 5 stars",
  "post.rating.none": "Nobody has rated it yet.",
  "post.rating.signIn": "Sign in to rate",
});

interface PostRatingProps {
  postId: string;
  /** Path of the post. */
  path: string;
  /** As of when the page was rendered. */
  figures: ShownRating;
}

/** Five stars and the average. Selecting the same star again removes the rating. */
export default function PostRating({ postId, path, figures }: PostRatingProps) {
  const { language, postRatings } = useSite().settings;
  const isMember = useSession(({ status }) => status === "member" || status === "degraded");
  const rating = useRating(postId, figures);
  const title = useId();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const { ratings, averageRating = 0, stars: own = 0 } = rating.shown;
  const starsOf = (n: number) => ratingText("post.rating.stars", { n: number.format(n) });
  return (
    <section className="post-rating" aria-labelledby={title}>
      <h2 id={title}>{ratingText("post.rating.title")}</h2>
      {postRatings === "members" && !isMember ? (
        <Anchor href={signInHref(path)}>{ratingText("post.rating.signIn")}</Anchor>
      ) : (
        <div className="post-rating-stars">
          {Array.from({ length: maxStars }, (_, index) => index + 1).map((stars) => (
            <button
              key={stars}
              type="button"
              aria-pressed={own === stars}
              data-lit={stars <= own}
              onClick={() => rating.give(stars === own ? undefined : stars)}
            >
              <Star />
              <span className="site-hidden">{starsOf(stars)}</span>
            </button>
          ))}
        </div>
      )}
      <p className="muted" role="status">
        {ratings === 0 ? ratingText("post.rating.none") : `${starsOf(averageRating)} (${number.format(ratings)})`}
      </p>
      <p className="post-actions-failed" role="alert">
        {rating.hasFailed && actionText("post.likeFailed")}
      </p>
    </section>
  );
}

function Star() {
  return (
    <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" focusable="false">
      <path d="m12 3 2.7 5.8 6.3.8-4.6 4.3 1.2 6.3L12 17.1l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z" />
    </svg>
  );
}
