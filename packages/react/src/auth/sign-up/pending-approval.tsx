import { useAuthFlow } from "../form/use-auth-submission.ts";
import { StopScreen, type StopScreenProps, useStopTexts } from "../sign-in/stop-screen.tsx";

/** Props of {@link PendingApproval}. */
export interface PendingApprovalProps extends StopScreenProps {
  /** Says first that the e-mail was confirmed. */
  isConfirmed?: boolean | undefined;
}

/** The end of a sign-up that the site owner has to approve. Nothing is polled: a mail brings the answer. */
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
