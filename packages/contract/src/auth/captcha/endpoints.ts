import { endpoint } from "../../endpoint.ts";
import type { CaptchaSettings, CaptchaTask } from "./captcha.ts";
import type { StartCaptchaRequest } from "./schema.ts";

/** The contract has no calls for these. They stand apart from the others for the sake of pages that never need them. */
export const describeCaptcha = /* @__PURE__ */ endpoint<Record<never, never>, CaptchaSettings>(
  "GET",
  "/_api/porchlight/v1/auth/captcha",
);
export const startCaptcha = /* @__PURE__ */ endpoint<StartCaptchaRequest, CaptchaTask>(
  "POST",
  "/_api/porchlight/v1/auth/captcha/tasks",
);
