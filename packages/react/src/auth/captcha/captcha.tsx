import { lazy, Suspense } from "react";
import type { CaptchaProps } from "./captcha-types.ts";

const CaptchaBox = lazy(async () => ({ default: (await import("./captcha-box.tsx")).CaptchaBox }));

/** The captcha of a form, if one is required. Place it above the form's button. */
export function Captcha(props: CaptchaProps) {
  return (
    props.captcha && (
      <Suspense>
        <CaptchaBox {...props} />
      </Suspense>
    )
  );
}
