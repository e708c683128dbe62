import { Anchor } from "../../ui/anchor.tsx";
import type { AuthScreenProps } from "../form/auth-screen.tsx";
import { PendingApproval, StopScreen, type StopScreenProps, useStopTexts } from "./stop-screen.tsx";

/** A screen that follows an authentication form. */
export type FollowUpName = "verifyEmail" | "pendingApproval" | "secondStep" | "blocked";

export interface FollowUpProps extends AuthScreenProps, Pick<StopScreenProps, "signInHref" | "onSignIn"> {
  name: FollowUpName;
  /** Returns to the form. */
  onStartOver?: (() => void) | undefined;
  /** Also states that the email address was confirmed. */
  isConfirmed?: boolean | undefined;
}

/** A sign-in that cannot continue: the account is waiting for approval, or is blocked. */
export function FollowUp({ name, isConfirmed, ...props }: FollowUpProps) {
  const { messages, appearance, headingLevel, signInHref, onSignIn } = props;
  const stop = { messages, appearance, headingLevel, signInHref, onSignIn };
  if (name === "pendingApproval") return <PendingApproval {...stop} isConfirmed={isConfirmed} />;
  return <Blocked {...stop} helpHref={props.helpHref} />;
}

/** Shown only after a correct password. */
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
