import { useEffect, useRef } from "react";
import type { Messages } from "../texts/texts.ts";
import { type Appearance, part } from "../ui/appearance.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { AuthCard, useAuthTexts } from "./auth-screen.tsx";
import { useAuthFlow } from "./use-attempt.ts";

export interface PendingApprovalProps {
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
  headingLevel?: 1 | 2 | 3 | undefined;
  /** Address of the site's first page. */
  homeHref?: string | undefined;
  /** Address of the sign-in page, for "Sign in as someone else". */
  signInHref?: string | undefined;
  /** The same within the page. */
  onSignIn?: (() => void) | undefined;
  /** Says first that the e-mail was confirmed. */
  isConfirmed?: boolean | undefined;
}

/** The end of a sign-up that the site owner has to approve. Nothing is polled: a mail brings the answer. */
export function PendingApproval(props: PendingApprovalProps) {
  const { messages, appearance, headingLevel = 1, homeHref = "/", signInHref, onSignIn, isConfirmed } = props;
  const text = useAuthTexts(messages);
  const { email } = useAuthFlow();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <AuthCard
      screen="pendingApproval"
      title={text("auth.pending.title")}
      titleRef={title}
      {...{ headingLevel, appearance }}
    >
      <div {...part("lead", "site-auth-lead site-pending", appearance)}>
        <span className="site-pending-icon" aria-hidden="true" />
        {isConfirmed && <p>{text("auth.verifyEmail.confirmed")}</p>}
        <p>
          {email
            ? text.rich("auth.pending.text", { email: <bdi className="site-strong">{email}</bdi> })
            : text("auth.pending.textUnknown")}
        </p>
      </div>
      <div className="site-actions">
        <LinkButton href={homeHref} variant="primary" data-wide>
          {text("auth.pending.back")}
        </LinkButton>
        {onSignIn ? (
          <Button isWide onClick={onSignIn}>
            {text("auth.pending.other")}
          </Button>
        ) : (
          signInHref && (
            <LinkButton href={signInHref} data-wide>
              {text("auth.pending.other")}
            </LinkButton>
          )
        )}
      </div>
    </AuthCard>
  );
}
