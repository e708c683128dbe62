import { endpoint } from "../../endpoint.ts";
import type { CaptchaSettings, CaptchaTask } from "./captcha.ts";
import type { StartCaptchaRequest } from "./schema.ts";

/** Porchlight extensions, in a separate file because few pages need them. */
export const describeCaptcha = /* @__PURE__ */ endpoint<Record<never, never>, CaptchaSettings>(
  "GET",
  "/_api/porchlight/v1/auth/captcha",
);
export const startCaptcha = /* @__PURE__ */ endpoint<StartCaptchaRequest, CaptchaTask>(
  "POST",
  "/_api/porchlight/v1/auth/captcha/tasks",
);
