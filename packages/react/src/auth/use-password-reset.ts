import { useCallback, useEffect, useMemo, useState } from "react";
import { usePorchlight } from "../provider.tsx";
import { useSecondsLeft } from "../ui/delay.ts";
import type { AttemptOptions } from "./attempt.ts";
import type { AuthFailure } from "./issue.ts";
import type { RecoveryAnswer, SignInResult } from "./member-client.ts";
import { explainPasswordError, explainSendLink, linkDead } from "./password-failures.ts";
import { type Attempt, useAttempt } from "./use-attempt.ts";
import { needModule, type Sending, useSending } from "./use-sending.ts";

/** No other link is asked for sooner than this after the last one, in seconds. */
const resendPause = 60;

export interface RecoveryLink extends Sending<{ email: string }> {
  /** Seconds until {@link Sending.submit} should be offered again. */
  againIn: number;
}

/** Asks for a link to a new password. Whether there is such a member is never told. */
export function useRecoveryLink(): RecoveryLink {
  const recovery = useRecovery();
  const [sentAt, setSentAt] = useState<number>();
  const sending = useSending<{ email: string }>(explainSendLink, async ({ flow }, { email }) => {
    flow.update({ email: email.trim() });
    await recovery.sendRecoveryEmail(email.trim());
    setSentAt(Date.now());
  });
  const againIn = useSecondsLeft(sentAt === undefined ? undefined : sentAt + resendPause * 1000);
  return useMemo(() => ({ ...sending, againIn }), [sending, againIn]);
}

export interface PasswordResetOptions extends AttemptOptions {
  /** The token of the link, as it stood in the fragment; `null` when there was none, absent while that is not known. */
  token: string | null | undefined;
}

export interface PasswordReset extends Attempt<{ password: string }> {
  /** Whether the link still works: asked once, when the token is known, and again with every answer. */
  link: "checking" | "good" | "dead";
  /** True from when the password is the new one, whatever becomes of the sign-in after it. */
  isSaved: boolean;
  /** Fewest characters of a password, as far as the server has told. */
  passwordMinLength: number | undefined;
}

/**
 * Sets a new password by the link from the mail, and signs in with it. Every session of the member ends, at other devices
 * too.
 */
export function usePasswordReset({ token, ...options }: PasswordResetOptions): PasswordReset {
  const recovery = useRecovery();
  const [checked, setChecked] = useState<{ token: string; isDead: boolean; passwordMinLength: number | undefined }>();
  const [savedToken, setSavedToken] = useState<string>();
  const attempt = useAttempt<{ password: string }>(
    "recovery",
    async (_context, { password }) => {
      try {
        const answer = await recovery.recover(token ?? "", { password });
        setSavedToken(token ?? undefined);
        return toSignInResult(answer);
      } catch (error) {
        // The client's errors have the facts of a failed answer.
        return { ...(error as SignInResult), loginState: "FAILURE" };
      }
    },
    options,
    explain,
  );

  const check = useCallback(
    async (asked: string) => {
      try {
        const { additionalData } = await recovery.recover(asked);
        return { token: asked, isDead: false, passwordMinLength: additionalData?.passwordMinLength?.numValue };
      } catch (error) {
        const isDead = explainPasswordError("recovery", error, Date.now()) === linkDead;
        return { token: asked, isDead, passwordMinLength: undefined };
      }
    },
    [recovery],
  );
  useEffect(() => {
    if (!token) return;
    let isCurrent = true;
    void check(token).then((result) => {
      if (isCurrent) setChecked(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [token, check]);

  const isSaved = savedToken !== undefined && savedToken === token;
  const answer = checked?.token === token ? checked : undefined;
  const isDead = token === null || answer?.isDead || attempt.error?.key === linkDead.key;
  const link = isSaved ? "good" : isDead ? "dead" : answer ? "good" : "checking";
  const passwordMinLength = answer?.passwordMinLength;
  return useMemo(() => ({ ...attempt, link, isSaved, passwordMinLength }), [attempt, link, isSaved, passwordMinLength]);
}

function useRecovery() {
  return needModule(usePorchlight().client.recovery, "recovery");
}

function explain(result: SignInResult, now: number): AuthFailure | undefined {
  return result.identityStatus ? undefined : explainPasswordError("recovery", result, now);
}

/** The answer in the words of a sign-in. Source: spec §4. */
function toSignInResult({ state, sessionToken, identity }: RecoveryAnswer): SignInResult {
  if (state === "SUCCESS") return { loginState: "SUCCESS", data: { sessionToken } };
  if (state === "REQUIRE_OWNER_APPROVAL") return { loginState: "OWNER_APPROVAL_REQUIRED" };
  return { loginState: "FAILURE", error: "Unknown _state", identityStatus: identity?.status.name ?? "UNKNOWN" };
}
