import { useCallback, useEffect, useMemo, useState } from "react";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import type { AuthFormOptions } from "../form/auth-form-store.ts";
import type { AuthError } from "../form/form-error.ts";
import { type AuthSubmission, useAuthSubmission } from "../form/use-auth-submission.ts";
import type { RecoveryResult, SignInResult } from "../member-client.ts";
import { invalidLinkError, toPasswordError } from "./password-errors.ts";

/** Options of {@link usePasswordReset}. */
export interface PasswordResetOptions extends AuthFormOptions {
  /** The token of the link's fragment; `null` without one, absent until read. */
  token: string | null | undefined;
}

/** Parameters of `submit` of {@link usePasswordReset}. */
export interface NewPasswordParams {
  password: string;
  /** The names of an invited member. An empty name removes the existing one. */
  names?: { firstName: string; lastName: string } | undefined;
}

/** The existing data of an invited account. */
export interface InvitedAccount {
  firstName: string;
  lastName: string;
}

/** Result of {@link usePasswordReset}. */
export interface PasswordReset extends AuthSubmission<NewPasswordParams> {
  /** Whether the link is valid: checked once, and updated by every response. */
  link: "checking" | "good" | "dead";
  /** True as soon as the password is saved, even if the sign-in fails. */
  isSaved: boolean;
  /** The member's email address; the address entered last until the server responds. */
  email: string;
  /** Minimum password length, once the server has responded. */
  passwordMinLength: number | undefined;
  /** Set for an invited account: the page then also requests names. */
  account: InvitedAccount | undefined;
}

/** Sets a new password with the emailed link and signs in. All other sessions of the member end. */
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
        // The client's errors contain the properties of a failed result.
        return { ...(error as SignInResult), loginState: "FAILURE" };
      }
    },
    options,
    explain,
  );

  const check = useCallback(
    async (requested: string) => {
      try {
        return { token: requested, isDead: false, facts: readFacts(await recovery.recover(requested)) };
      } catch (error) {
        return { token: requested, isDead: toPasswordError("recovery", error, Date.now()) === invalidLinkError };
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

/** What the link is for. Source: the server's `recover` without a password. */
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

/** Converts to a sign-in result. Source: spec §4. */
function toSignInResult({ state, sessionToken, stateToken, mfaChallengeData, identity }: RecoveryResult): SignInResult {
  if (state === "REQUIRE_MFA" && mfaChallengeData) {
    const { availableFactors: factors, reason } = mfaChallengeData;
    return { loginState: "MFA_REQUIRED", data: { stateToken, factors, reason } };
  }
  if (state === "SUCCESS") return { loginState: "SUCCESS", data: { sessionToken } };
  if (state === "REQUIRE_OWNER_APPROVAL") return { loginState: "OWNER_APPROVAL_REQUIRED" };
  return { loginState: "FAILURE", error: "Unknown _state", identityStatus: identity?.status.name ?? "UNKNOWN" };
}
