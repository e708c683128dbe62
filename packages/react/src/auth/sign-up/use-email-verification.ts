import { foldCode } from "@porchlight/contract/auth/verification-code";
import { useCallback, useEffect, useMemo, useState } from "react";
import { usePorchlight } from "../../provider.tsx";
import { useSecondsLeft } from "../../ui/delay.ts";
import { resultToAuthError, toAuthError, verificationExpired } from "../form/auth-errors.ts";
import type { AuthFormOptions } from "../form/auth-form-store.ts";
import type { AuthError } from "../form/form-error.ts";
import { type AuthSubmission, useAuthFlow, useAuthSubmission } from "../form/use-auth-submission.ts";
import type { PendingVerification } from "../member-client.ts";

/** Minimum seconds between two codes. */
export const resendDelaySeconds = 60;

/** Parameters of `submit` of {@link useEmailVerification}. */
export interface EmailVerificationParams {
  /** As entered: spaces, dashes and digits of other scripts are normalized. */
  code: string;
}

/** Result of {@link useEmailVerification}. */
export interface EmailVerification extends AuthSubmission<EmailVerificationParams> {
  /** False if there is nothing to verify and the person has to sign in again. */
  isExpected: boolean;
  /** Requests a new code. Returns whether it was sent. */
  resend(): Promise<boolean>;
  resendState: "idle" | "pending" | "sent";
  resendError: AuthError | null;
  /** Seconds until {@link resend} is available again. */
  resendIn: number;
}

/** Verifies an email address with the emailed code, and requests new codes. */
export function useEmailVerification(options?: AuthFormOptions): EmailVerification {
  const { client, flow } = usePorchlight();
  const { stateToken, codeSentAt } = useAuthFlow();
  useEffect(() => flow.share(), [flow]);
  const [resendState, setResendState] = useState<EmailVerification["resendState"]>("idle");
  const [resendError, setResendError] = useState<AuthError | null>(null);
  const attempt = useAuthSubmission<EmailVerificationParams>(
    "verification",
    async (context, { code }) => {
      const token = context.flow.getSnapshot().stateToken;
      if (!token) return { loginState: "FAILURE", code: "STATE_TOKEN_INVALID" };
      return context.client.auth.processVerification({ verificationCode: foldCode(code) }, awaited(token));
    },
    options,
  );
  const resendIn = useSecondsLeft(codeSentAt === undefined ? undefined : codeSentAt + resendDelaySeconds * 1000);

  const resend = useCallback(async () => {
    const token = flow.getSnapshot().stateToken;
    const fail = (error: AuthError) => {
      setResendState("idle");
      setResendError(error);
      return false;
    };
    if (!token) return fail(verificationExpired);
    setResendState("pending");
    setResendError(null);
    try {
      const result = await client.auth.resendVerification(awaited(token));
      if (result.loginState !== "EMAIL_VERIFICATION_REQUIRED") {
        return fail(resultToAuthError("verification", result, Date.now()));
      }
      flow.update({ stateToken: result.data?.stateToken || token, codeSentAt: Date.now() });
      setResendState("sent");
      return true;
    } catch (error) {
      return fail(toAuthError(error, Date.now()));
    }
  }, [client, flow]);

  return useMemo(
    () => ({ ...attempt, isExpected: stateToken !== undefined, resend, resendState, resendError, resendIn }),
    [attempt, stateToken, resend, resendState, resendError, resendIn],
  );
}

function awaited(stateToken: string): PendingVerification {
  return { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken } };
}
