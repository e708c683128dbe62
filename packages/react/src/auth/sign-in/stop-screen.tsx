import authStop from "@porchlight/contract/texts/en/auth-stop.json" with { type: "json" };
import { type ReactNode, useEffect, useRef } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { AuthCard, type AuthTexts, authMessages } from "../form/auth-screen.tsx";
import type { AuthTextKey } from "../form/form-error.ts";
import { useAuthFlow } from "../form/use-auth-submission.ts";

/** Props of the screens where authentication stops. */
export interface StopScreenProps {
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
  headingLevel?: 1 | 2 | 3 | undefined;
  /** URL of the home page. */
  homeHref?: string | undefined;
  /** URL of the sign-in page, for "Sign in with a different account". */
  signInHref?: string | undefined;
  /** The same as a callback. */
  onSignIn?: (() => void) | undefined;
}

interface StopProps extends StopScreenProps {
  screen: string;
  title: string;
  kind: "warning" | "danger";
  children: ReactNode;
}

const english: Partial<Record<AuthTextKey, string>> = { ...authMessages, ...authStop };

/** Texts of the authentication screens and of the screens where it stops. */
export function useStopTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}

/** A screen without inputs: a message and links. Moves focus to its title. */
export function StopScreen({ screen, title, kind, children, ...props }: StopProps) {
  const { messages, appearance, headingLevel = 1, homeHref = "/", signInHref, onSignIn } = props;
  const text = useStopTexts(messages);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <AuthCard {...{ screen, title, headingLevel, appearance }} titleRef={heading}>
      <div {...part("lead", "site-auth-lead site-stop", appearance)}>
        <span className="site-stop-icon" data-kind={kind} aria-hidden="true" />
        {children}
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

/** Props of {@link PendingApproval}. */
export interface PendingApprovalProps extends StopScreenProps {
  /** Also states that the email address was confirmed. */
  isConfirmed?: boolean | undefined;
}

/** The end of a sign-up that requires the site owner's approval. There is no polling: the decision comes by email. */
export function PendingApproval({ isConfirmed, ...props }: PendingApprovalProps) {
  const text = useStopTexts(props.messages);
  const { email } = useAuthFlow();
  return (
    <StopScreen {...props} screen="pendingApproval" title={text("auth.pending.title")} kind="warning">
      {isConfirmed && <p>{text("auth.verifyEmail.confirmed")}</p>}
      <p>
        {email
          ? text.rich("auth.pending.text", { email: <bdi className="site-strong">{email}</bdi> })
          : text("auth.pending.textUnknown")}
      </p>
    </StopScreen>
  );
}
