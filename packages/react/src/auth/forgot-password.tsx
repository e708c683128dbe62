import { part } from "../ui/appearance.ts";
import type { AuthScreenProps } from "./auth-screen.tsx";
import { usePasswordTexts } from "./password-texts.ts";
import { SendLink } from "./send-link.tsx";

export interface ForgotPasswordProps
  extends Pick<AuthScreenProps, "messages" | "appearance" | "headingLevel" | "action"> {
  /** Address of the sign-in page; its link is shown only with it. */
  signInHref?: string | undefined;
}

/** Mails a link to a new password. What it says is the same for everybody, so that it tells nobody who has an account. */
export function ForgotPassword({ messages, signInHref, ...props }: ForgotPasswordProps) {
  const text = usePasswordTexts(messages);
  return (
    <SendLink
      {...props}
      text={text}
      screen="forgotPassword"
      title={text("password.forgot.title")}
      lead={<p {...part("lead", "site-auth-lead", props.appearance)}>{text("password.forgot.lead")}</p>}
      signInHref={signInHref}
    />
  );
}
