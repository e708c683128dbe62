import { Anchor } from "@porchlight/react";
import { useId } from "react";
import { useLocation } from "react-router";
import { text } from "../../shell/shell-texts.ts";
import { createText } from "../../texts.ts";

/** Words below what everyone may read of a post. */
export const readOnText = createText({
  "post.readOn.title": "This post is for members",
  "post.readOn.text": "Sign in to read on.",
  "post.readOn.plan": "The rest of this post is for members with a plan.",
});

/** Where the text of a post ends for this reader: the way in, where signing in opens the rest. */
export default function ReadOn({ membersOnly }: { membersOnly: boolean }) {
  const { pathname, search } = useLocation();
  // Headings of the text have ids of their own choice.
  const id = useId();
  if (!membersOnly) return <p className="site-notice">{readOnText("post.readOn.plan")}</p>;
  return (
    <section className="read-on" aria-labelledby={id}>
      <h2 id={id}>{readOnText("post.readOn.title")}</h2>
      <p>{readOnText("post.readOn.text")}</p>
      <Anchor
        className="site-button"
        data-variant="primary"
        href={`/sign-in?${new URLSearchParams({ returnTo: pathname + search })}`}
      >
        {text("common.signIn")}
      </Anchor>
    </section>
  );
}
