import { lazy, Suspense } from "react";
import type { Messages } from "../../texts/texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import type { CaptchaChallenge } from "./captcha-gate.ts";

const CaptchaBox = lazy(async () => ({ default: (await import("./captcha-box.tsx")).CaptchaBox }));

/** Props of {@link Captcha}. */
export interface CaptchaProps {
  /** `captcha` of `useSignIn`, `useSignUp` or `useRecoveryLink`. */
  captcha: CaptchaChallenge | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/** The captcha that a form waits for, where it waits for one: put it above the form's button. */
export function Captcha(props: CaptchaProps) {
  return (
    props.captcha && (
      <Suspense>
        <CaptchaBox {...props} />
      </Suspense>
    )
  );
}
