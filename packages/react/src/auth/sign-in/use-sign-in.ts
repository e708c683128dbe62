import { findDeviceToken } from "@porchlight/client/auth";
import { requireModule } from "../../require-module.ts";
import { useCaptcha, type WithCaptcha } from "../captcha/use-captcha.ts";
import type { AuthFormOptions } from "../form/auth-form-store.ts";
import { type AuthSubmission, useAuthSubmission } from "../form/use-auth-submission.ts";
import type { SignInResult } from "../member-client.ts";
import { passkeyError } from "../passkey-error.ts";

/** Parameters of `submit` of {@link useSignIn}. */
export interface SignInParams {
  email: string;
  password: string;
}

/** Instead of email and password. */
export interface PasskeySignIn {
  /** `ask` opens the browser's passkey prompt; a function signs in with a passkey already chosen. */
  passkey: "ask" | (() => Promise<SignInResult>);
}

/**
 * Signs a member in: password or passkey, then tokens through a hidden frame. `state` follows the contract's client
 * states: `EMAIL_VERIFICATION_REQUIRED` continues with `useEmailVerification`, `MFA_REQUIRED` with
 * `useMfaVerification`, `USER_CAPTCHA_REQUIRED` with `Captcha` and another `submit`.
 */
export function useSignIn(options: AuthFormOptions = {}): AuthSubmission<SignInParams | PasskeySignIn> & WithCaptcha {
  const captcha = useCaptcha("login", options.onState);
  const attempt = useAuthSubmission<SignInParams | PasskeySignIn>(
    "signIn",
    async ({ client, flow }, params) => {
      if ("passkey" in params) {
        // The email address of a passkey is unknown.
        flow.update({ email: "" });
        return params.passkey === "ask"
          ? requireModule(client.passkeys, "passkeys").signInWithPasskey()
          : params.passkey();
      }
      const { password, ...typed } = params;
      const email = typed.email.trim();
      flow.update({ email });
      const deviceToken = client.factors && findDeviceToken(email);
      return captcha.guard((captchaTokens) =>
        client.auth.login({
          email,
          password,
          ...(deviceToken && { clientMetaData: { deviceToken } }),
          ...(captchaTokens && { captchaTokens }),
        }),
      );
    },
    { ...options, onState: captcha.onState },
    ({ code }) => passkeyError("signIn", code),
  );
  return captcha.show(attempt);
}
