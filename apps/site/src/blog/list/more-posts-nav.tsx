import { Anchor, PostList } from "@porchlight/react";
import { useId } from "react";
import { imageHostOf } from "../../settings.ts";
import { useSite } from "../../site.ts";
import { createText } from "../../texts.ts";
import type { MorePosts } from "../post/post-loader.ts";

export const postText = createText({
  "post.related": "Related posts",
  "post.more": "More posts",
  "post.earlier": "Previous post",
  "post.later": "Next post",
});

/** Related posts, and the previous and next one. */
export function MorePostsNav({ earlier, later, related }: MorePosts) {
  // Headings of the content have arbitrary ids.
  const id = useId();
  const imageHost = imageHostOf(useSite().settings);
  return (
    <>
      {related.length > 0 ? (
        <section className="related" aria-labelledby={id}>
          <h2 id={id}>{postText("post.related")}</h2>
          <PostList posts={related} headingLevel={3} imageHost={imageHost} />
        </section>
      ) : null}
      {earlier || later ? (
        <nav className="neighbours" aria-label={postText("post.more")}>
          {earlier ? (
            <Anchor rel="prev" href={earlier.href}>
              <span className="neighbours-label">{postText("post.earlier")}</span>
              <bdi>{earlier.label}</bdi>
            </Anchor>
          ) : null}
          {later ? (
            <Anchor rel="next" href={later.href}>
              <span className="neighbours-label">{postText("post.later")}</span>
              <bdi>{later.label}</bdi>
            </Anchor>
          ) : null}
        </nav>
      ) : null}
    </>
  );
}
