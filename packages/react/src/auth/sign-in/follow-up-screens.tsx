import { Anchor } from "../../ui/anchor.tsx";
import type { AuthScreenProps } from "../form/auth-screen.tsx";
import { PendingApproval } from "../sign-up/pending-approval.tsx";
import { VerifyEmail } from "../sign-up/verify-email.tsx";
import { StopScreen, type StopScreenProps, useStopTexts } from "./stop-screen.tsx";
import type { FollowUpName } from "./use-follow-up-screen.ts";

export interface FollowUpProps extends AuthScreenProps, Pick<StopScreenProps, "signInHref" | "onSignIn"> {
  name: FollowUpName;
  /** Back to the form, where it was in this place. */
  onStartOver?: (() => void) | undefined;
  /** Says first that the e-mail was confirmed. */
  isConfirmed?: boolean | undefined;
}

/** The screen that a sign-in has led to. */
export function FollowUp({ name, onStartOver, isConfirmed, ...props }: FollowUpProps) {
  if (name === "verifyEmail") return <VerifyEmail {...props} onChangeEmail={onStartOver} />;
  const { messages, appearance, headingLevel, signInHref, onSignIn } = props;
  const stop = { messages, appearance, headingLevel, signInHref, onSignIn };
  if (name === "pendingApproval") return <PendingApproval {...stop} isConfirmed={isConfirmed} />;
  return <Blocked {...stop} helpHref={props.helpHref} />;
}

/** Shown after a right password alone. */
function Blocked({ helpHref, ...props }: StopScreenProps & Pick<AuthScreenProps, "helpHref">) {
  const text = useStopTexts(props.messages);
  return (
    <StopScreen {...props} screen="blocked" title={text("auth.blocked.title")} kind="danger">
      <p>
        {text.rich("auth.blocked.text", {
          help: (inside) => (helpHref ? <Anchor href={helpHref}>{inside}</Anchor> : inside),
        })}
      </p>
    </StopScreen>
  );
}
