import { useState } from "react";
import { type PorchlightContextValue, usePorchlight, useSite } from "../provider.tsx";
import { useSecondsLeft } from "../ui/delay.ts";
import { needModule } from "./need-module.ts";
import { explainSendLink } from "./password-failures.ts";
import { useCaptcha, type WithCaptcha } from "./use-captcha.ts";
import { type Sending, useSending } from "./use-sending.ts";

/** No other link is asked for sooner than this after the last one, in seconds. */
const resendPause = 60;

export interface RecoveryLink extends Sending<{ email: string }>, WithCaptcha {
  /** Seconds until {@link Sending.submit} should be offered again. */
  againIn: number;
}

/** Asks for a link to a new password. Whether there is such a member is never told. */
export function useRecoveryLink(): RecoveryLink {
  const recovery = needModule(usePorchlight().client.recovery, "recovery");
  const { language } = useSite();
  const captcha = useCaptcha("recovery");
  const [sentAt, setSentAt] = useState<number>();
  const send = async ({ flow }: PorchlightContextValue, { email }: { email: string }) => {
    flow.update({ email: email.trim() });
    await captcha.guard((tokens) =>
      recovery.sendRecoveryEmail(email.trim(), {
        ...(language && { language }),
        ...(tokens && {
          captchaTokens: [
            tokens.recaptchaToken
              ? { Recaptcha: tokens.recaptchaToken }
              : { InvisibleRecaptcha: tokens.invisibleRecaptchaToken ?? "" },
          ],
        }),
      }),
    );
    flow.update({ needsNewPassword: undefined });
    setSentAt(Date.now());
  };
  const sending = useSending(explainSendLink, send, false);
  const againIn = useSecondsLeft(sentAt === undefined ? undefined : sentAt + resendPause * 1000);
  return { ...captcha.show(sending), againIn };
}
