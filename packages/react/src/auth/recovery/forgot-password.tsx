import password from "@porchlight/contract/texts/en/password.json" with { type: "json" };
import { useTexts } from "../../texts/use-texts.ts";
import { part } from "../../ui/appearance.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { type AuthScreenProps, authMessages } from "../form/auth-screen.tsx";
import { useAuthFlow } from "../form/use-auth-submission.ts";
import { RecoveryLinkForm } from "./recovery-link-form.tsx";

const english = { ...authMessages, ...password };

/** Props of {@link ForgotPassword}. */
export interface ForgotPasswordProps
  extends Pick<AuthScreenProps, "messages" | "appearance" | "headingLevel" | "action"> {
  /** URL of the sign-in page; the link is shown only if set. */
  signInHref?: string | undefined;
}

/** Emails a link to set a new password. The response is the same whether the account exists or not. */
export function ForgotPassword({ messages, signInHref, ...props }: ForgotPasswordProps) {
  const text = useTexts(english, messages);
  const { mustResetPassword } = useAuthFlow();
  return (
    <RecoveryLinkForm
      {...props}
      text={text}
      screen="forgotPassword"
      title={text("password.forgot.title")}
      lead={
        mustResetPassword ? (
          <Notice kind="warning" role="alert" appearance={props.appearance}>
            {text("auth.error.resetNeeded")}
          </Notice>
        ) : (
          <p {...part("lead", "site-auth-lead", props.appearance)}>{text("password.forgot.lead")}</p>
        )
      }
      isReady={mustResetPassword}
      signInHref={signInHref}
    />
  );
}
