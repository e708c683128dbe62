import * as z from "zod";
import { captchaKinds, captchaPurposes } from "./captcha.ts";

/** One object in an array, with capital letters. Source: entities.md, CaptchaToken; wire.md, Authentication. */
export const captchaTokens = z
  .array(
    z.object({
      Recaptcha: z.string().max(5000).optional(),
      InvisibleRecaptcha: z.string().max(5000).optional(),
      NoCaptcha: z.string().max(5000).optional(),
    }),
  )
  .max(5)
  .optional();
export type CaptchaTokens = z.infer<typeof captchaTokens>;

export const startCaptchaRequest = z.object({
  body: z.object({ purpose: z.enum(captchaPurposes), kind: z.enum(captchaKinds) }),
});
export type StartCaptchaRequest = z.infer<typeof startCaptchaRequest>;
