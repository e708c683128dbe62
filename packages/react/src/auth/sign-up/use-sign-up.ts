import { useSite } from "../../provider.tsx";
import { useCaptcha, type WithCaptcha } from "../captcha/use-captcha.ts";
import type { AuthFormOptions } from "../form/auth-form-store.ts";
import { type AuthSubmission, useAuthSubmission } from "../form/use-auth-submission.ts";

/** Parameters of `submit` of {@link useSignUp}. */
export interface SignUpParams {
  email: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** Creates an account. The new member is signed in immediately if the site requires nothing more. */
export function useSignUp(options: AuthFormOptions = {}): AuthSubmission<SignUpParams> & WithCaptcha {
  const { language } = useSite();
  const captcha = useCaptcha("register", options.onState);
  const attempt = useAuthSubmission<SignUpParams>(
    "signUp",
    ({ client, flow }, { email, password, firstName, lastName }) => {
      flow.update({ email: email.trim() });
      const profile = {
        ...(firstName?.trim() ? { firstName: firstName.trim() } : {}),
        ...(lastName?.trim() ? { lastName: lastName.trim() } : {}),
        ...(language ? { language } : {}),
      };
      return captcha.guard((captchaTokens) =>
        client.auth.register({
          email: email.trim(),
          password,
          ...(Object.keys(profile).length > 0 ? { profile } : {}),
          ...(captchaTokens && { captchaTokens }),
        }),
      );
    },
    { ...options, onState: captcha.onState },
  );
  return captcha.show(attempt);
}
