import { useCallback, useEffect, useMemo, useState } from "react";
import { usePorchlight } from "../../provider.tsx";
import type { AuthFormOptions } from "../form/auth-form-store.ts";
import type { AuthError } from "../form/form-error.ts";
import { type AuthSubmission, useAuthSubmission } from "../form/use-auth-submission.ts";
import type { RecoveryResult, SignInResult } from "../member-client.ts";
import { requireModule } from "../require-module.ts";
import { invalidLinkError, toPasswordError } from "./password-errors.ts";

/** Options of {@link usePasswordReset}. */
export interface PasswordResetOptions extends AuthFormOptions {
  /** The token of the link, as it stood in the fragment; `null` when there was none, absent while that is not known. */
  token: string | null | undefined;
}

/** Parameters of `submit` of {@link usePasswordReset}. */
export interface NewPasswordParams {
  password: string;
  /** What the member is called, where they set up an account that was made for them. An empty name takes the known one away. */
  names?: { firstName: string; lastName: string } | undefined;
}

/** Of an account that was made for somebody, what is known already. */
export interface InvitedAccount {
  firstName: string;
  lastName: string;
}

/** Result of {@link usePasswordReset}. */
export interface PasswordReset extends AuthSubmission<NewPasswordParams> {
  /** Whether the link still works: asked once, when the token is known, and again with every answer. */
  link: "checking" | "good" | "dead";
  /** True from when the password is the new one, whatever becomes of the sign-in after it. */
  isSaved: boolean;
  /** Whose password it is; what was typed last on any of the screens until the server has told. */
  email: string;
  /** Fewest characters of a password, as far as the server has told. */
  passwordMinLength: number | undefined;
  /** Set where the password is the account's first: the page then asks for names too. */
  account: InvitedAccount | undefined;
}

/**
 * Sets a new password by the link from the mail, and signs in with it. Every session of the member ends, at other devices
 * too.
 */
export function usePasswordReset({ token, ...options }: PasswordResetOptions): PasswordReset {
  const recovery = requireModule(usePorchlight().client.recovery, "recovery");
  const [checked, setChecked] = useState<{ token: string; isDead: boolean; facts?: LinkFacts }>();
  const [savedToken, setSavedToken] = useState<string>();
  const attempt = useAuthSubmission<NewPasswordParams>(
    "recovery",
    async (_context, { password, names }) => {
      try {
        const answer = await recovery.recover(token ?? "", { password, ...(names && { profile: names }) });
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
        return { token: asked, isDead: false, facts: readFacts(await recovery.recover(asked)) };
      } catch (error) {
        return { token: asked, isDead: toPasswordError("recovery", error, Date.now()) === invalidLinkError };
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
  const isDead = token === null || answer?.isDead || attempt.error?.key === invalidLinkError.key;
  const link = isSaved ? "good" : isDead ? "dead" : answer ? "good" : "checking";
  const facts = answer?.facts;
  return useMemo(
    () => ({
      ...attempt,
      link,
      isSaved,
      email: facts?.email || attempt.email,
      passwordMinLength: facts?.passwordMinLength,
      account: facts?.account,
    }),
    [attempt, link, isSaved, facts],
  );
}

type LinkFacts = Pick<PasswordReset, "email" | "passwordMinLength" | "account">;

/** What a link is good for. Source: the server's `recover`, asked without a password. */
function readFacts({ additionalData = {} }: RecoveryResult): LinkFacts {
  const text = (name: string) => additionalData[name]?.strValue ?? "";
  return {
    email: text("email"),
    passwordMinLength: additionalData.passwordMinLength?.numValue,
    account: additionalData.isFirstPassword?.numValue
      ? { firstName: text("firstName"), lastName: text("lastName") }
      : undefined,
  };
}

function explain(result: SignInResult, now: number): AuthError | undefined {
  return result.identityStatus ? undefined : toPasswordError("recovery", result, now);
}

/** The answer in the words of a sign-in. Source: spec §4. */
function toSignInResult({ state, sessionToken, stateToken, mfaChallengeData, identity }: RecoveryResult): SignInResult {
  if (state === "REQUIRE_MFA" && mfaChallengeData) {
    const { availableFactors: factors, reason } = mfaChallengeData;
    return { loginState: "MFA_REQUIRED", data: { stateToken, factors, reason } };
  }
  if (state === "SUCCESS") return { loginState: "SUCCESS", data: { sessionToken } };
  if (state === "REQUIRE_OWNER_APPROVAL") return { loginState: "OWNER_APPROVAL_REQUIRED" };
  return { loginState: "FAILURE", error: "Unknown _state", identityStatus: identity?.status.name ?? "UNKNOWN" };
}
