import { useState } from "react";
import { type PorchlightContextValue, usePorchlight, useSite } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import { useSecondsLeft } from "../../ui/delay.ts";
import { useCaptcha, type WithCaptcha } from "../captcha/use-captcha.ts";
import { type Submission, useSubmission } from "../form/use-submission.ts";
import { toRecoveryLinkError } from "./password-errors.ts";

/** Minimum seconds between two links. */
const resendPause = 60;

/** Result of {@link useRecoveryLink}. */
export interface RecoveryLink extends Submission<{ email: string }>, WithCaptcha {
  /** Seconds until {@link Submission.submit} is available again. */
  resendIn: number;
}

/** Requests a link to set a new password. The result does not reveal whether the account exists. */
export function useRecoveryLink(): RecoveryLink {
  const recovery = requireModule(usePorchlight().client.recovery, "recovery");
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
    flow.update({ mustResetPassword: undefined });
    setSentAt(Date.now());
  };
  const sending = useSubmission(toRecoveryLinkError, send, false);
  const againIn = useSecondsLeft(sentAt === undefined ? undefined : sentAt + resendPause * 1000);
  return { ...captcha.show(sending), resendIn: againIn };
}
