import * as z from "zod";
import { guid, preferredLanguage, singleLineText } from "../../wire/value-schema.ts";
import { captchaTokens } from "../captcha/schema.ts";

/** Target of an email link: a registered page of the app. Source: entities.md, Redirect. */
const redirect = z.object({ url: singleLineText(1000).optional(), clientId: guid.nullish() }).nullish();

/**
 * The use case validates `email`, so that any invalid value gives the same error; `captchaTokens` is a Porchlight
 * extension. Source: entities.md, SendRecoveryEmailRequest.
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
 * Without a password, checks whether the link is valid. `profile` is a Porchlight extension: names of a member who sets
 * up an invited account; an empty name removes it. Source: entities.md, RecoverRequest.
 */
export const recoverRequest = z.object({
  body: z.object({
    recoveryToken: z.string().min(1).max(1000),
    password: z.string().max(5000).nullish(),
    profile: z.object({ firstName: singleLineText(100).nullish(), lastName: singleLineText(100).nullish() }).nullish(),
  }),
});
export type RecoverRequest = z.infer<typeof recoverRequest>;

/** `currentPassword` is a Porchlight extension: it reauthenticates if the sign-in is too old. */
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
