import { Anchor } from "@porchlight/react";
import { useId } from "react";
import { useLocation } from "react-router";
import { text } from "../../shell/shell-texts.ts";
import { createText } from "../../texts.ts";

export const readOnText = createText({
  "post.readOn.title": "This post is for members",
  "post.readOn.text": "Sign in to read on.",
  "post.readOn.plan": "The rest of this post is for members with a plan.",
});

/** The end of a restricted post: a link to sign in, if that reveals the rest. */
export default function ReadOn({ membersOnly }: { membersOnly: boolean }) {
  const { pathname, search } = useLocation();
  // Headings of the content have arbitrary ids.
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
