import { Anchor, LinkButton, memberName, useMember } from "@porchlight/react";
import { type LoaderFunctionArgs, replace, useLoaderData } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { newsletterPath, safeReturnTo } from "../shell/return-to.ts";
import { isMemberContext, useSite } from "../site.ts";
import accountStyles from "../styles/account.css?url";
import { createText } from "../texts.ts";

/** Texts of the page after sign-up. */
export const welcomeText = createText({
  "welcome.title": "Welcome to {site}",
  "welcome.titleNamed": "Welcome to {site}, {name}",
  "welcome.text": "Your account is ready. Here are three things to do next.",
  "welcome.profile.title": "Complete your profile",
  "welcome.profile.text": "Add your name and a photo, and choose who can see them.",
  "welcome.passkey.title": "Add a passkey",
  "welcome.passkey.text": "Sign in with your fingerprint, face or screen lock, without a password.",
  "welcome.newsletter.title": "Get new posts by email",
  "welcome.newsletter.text": "Choose what is sent to you. You can unsubscribe at any time.",
  "welcome.posts.title": "Read the latest posts",
  "welcome.posts.text": "See what is new on {site}.",
  "welcome.continue": "Skip for now",
});

const steps = {
  profile: "/account/info",
  passkey: "/account/security",
  newsletter: newsletterPath,
  posts: "/blog",
} as const;

/** Only for members. Returns the path to continue at. */
export function loader({ request, context }: LoaderFunctionArgs): string {
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
  if (!context.get(isMemberContext)()) throw replace(returnTo);
  return returnTo;
}

/** Shown once, after the sign-up: three next steps, each a link, and a way to skip them. */
function WelcomePage() {
  const returnTo = useLoaderData<typeof loader>();
  const { siteName: site, newsletter } = useSite().settings;
  const { member } = useMember();
  const name = memberName(member);
  const title =
    name && name !== member?.loginEmail
      ? welcomeText("welcome.titleNamed", { site, name })
      : welcomeText("welcome.title", { site });
  return (
    <div className="welcome">
      <PageHead styles={[accountStyles]} title={title} noIndex />
      <h1>{title}</h1>
      <p className="welcome-lead">{welcomeText("welcome.text")}</p>
      <ol className="welcome-steps">
        {(["profile", "passkey", newsletter ? "newsletter" : "posts"] as const).map((name) => (
          <li key={name}>
            <Anchor href={steps[name]}>{welcomeText(`welcome.${name}.title`)}</Anchor>
            <p>{welcomeText(`welcome.${name}.text`, { site })}</p>
          </li>
        ))}
      </ol>
      <LinkButton href={returnTo}>{welcomeText("welcome.continue")}</LinkButton>
    </div>
  );
}

export { WelcomePage as Component };
