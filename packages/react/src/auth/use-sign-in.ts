import type { AttemptOptions } from "./attempt.ts";
import { type Attempt, useAttempt } from "./use-attempt.ts";

export interface SignInParams {
  email: string;
  password: string;
}

/**
 * Signs a member in: password check, then tokens by a hidden frame, then the session says `member`.
 * `state` follows the contract's client states; `EMAIL_VERIFICATION_REQUIRED` goes on with `useEmailVerification`.
 */
export function useSignIn(options?: AttemptOptions): Attempt<SignInParams> {
  return useAttempt<SignInParams>(
    "signIn",
    ({ client, flow }, { email, password }) => {
      flow.update({ email: email.trim() });
      return client.auth.login({ email: email.trim(), password });
    },
    options,
  );
}
