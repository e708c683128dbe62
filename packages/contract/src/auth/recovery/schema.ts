import * as z from "zod";
import { guid, preferredLanguage, singleLineText } from "../../wire/value-schema.ts";
import { captchaTokens } from "../captcha/schema.ts";

/** Where the link of a mail leads: a page of the app, registered for it. Source: entities.md, Redirect. */
const redirect = z.object({ url: singleLineText(1000).optional(), clientId: guid.nullish() }).nullish();

/**
 * `email` is checked by the use case, which calls every other value no e-mail; `captchaTokens` is ours.
 * Source: entities.md, SendRecoveryEmailRequest.
 */
export const sendRecoveryEmailRequest = z.object({
  body: z.object({
    email: z.string().max(1000).catch(""),
    language: preferredLanguage,
    redirect,
    captchaTokens,
  }),
});
export type SendRecoveryEmailRequest = z.infer<typeof sendRecoveryEmailRequest>;

/** Source: entities.md, SendActivationEmailRequest. */
export const sendActivationEmailRequest = z.object({
  body: z.object({ identityId: guid, emailOptions: z.object({ language: preferredLanguage, redirect }).nullish() }),
});
export type SendActivationEmailRequest = z.infer<typeof sendActivationEmailRequest>;

/**
 * Without a password it asks only whether the link still works. `profile` is ours: the names of somebody who sets up an
 * account that was made for them; an empty one takes the name away. Source: entities.md, RecoverRequest.
 */
export const recoverRequest = z.object({
  body: z.object({
    recoveryToken: z.string().min(1).max(1000),
    password: z.string().max(5000).nullish(),
    profile: z.object({ firstName: singleLineText(100).nullish(), lastName: singleLineText(100).nullish() }).nullish(),
  }),
});
export type RecoverRequest = z.infer<typeof recoverRequest>;

/** `currentPassword` is ours: it proves who asks where the sign-in is too long ago to do so. */
export const changePasswordRequest = z.object({
  body: z.object({ newPassword: z.string().max(5000), currentPassword: z.string().max(5000).nullish() }),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

export const validateEmailRequest = z.object({ body: z.object({ email: z.string().max(5000) }) });
export type ValidateEmailRequest = z.infer<typeof validateEmailRequest>;

/** Source: entities.md, ValidateEmailResponse. */
export interface ValidateEmailResponse {
  valid: boolean;
  formatInvalid?: boolean;
}
