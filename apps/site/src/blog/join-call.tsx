import { Anchor, SignedOut } from "@porchlight/react";
import { useId } from "react";
import { newsletterPath, withReturnTo } from "../shell/return-to.ts";
import { text } from "../shell/shell-texts.ts";
import { useSite } from "../site.ts";
import { createText } from "../texts.ts";

export const joinText = createText({
  "home.join.title": "Become a member",
  "home.join.text": "Sign up to have your own account on {site}. All you need is an email address.",
  "home.join.newsletterTitle": "New posts by email",
  "home.join.newsletterText": "Sign up and get new posts from {site} by email. You can unsubscribe at any time.",
  "home.join.subscribe": "Subscribe",
});

/** Sign-up that continues at the subscription. */
export const subscribeHref = withReturnTo("/sign-up", newsletterPath);

/** Invites visitors to sign up; for new posts by email if there is a newsletter. */
export function JoinCall() {
  const { siteName, newsletter } = useSite().settings;
  // Headings of posts have arbitrary ids.
  const id = useId();
  return (
    <SignedOut>
      <section className="join" aria-labelledby={id}>
        <h2 id={id}>{joinText(newsletter ? "home.join.newsletterTitle" : "home.join.title")}</h2>
        <p>{joinText(newsletter ? "home.join.newsletterText" : "home.join.text", { site: siteName })}</p>
        <Anchor className="site-button" data-variant="primary" href={newsletter ? subscribeHref : "/sign-up"}>
          {newsletter ? joinText("home.join.subscribe") : text("common.signUp")}
        </Anchor>
      </section>
    </SignedOut>
  );
}
