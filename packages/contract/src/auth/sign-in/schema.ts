import * as z from "zod";
import { guid, preferredLanguage } from "../../wire/value-schema.ts";
import { captchaTokens } from "../captcha/schema.ts";
import type { Identity } from "../identity/identity.ts";
import { newProfileSchema } from "../identity/schema.ts";
import type { MfaChallenge } from "../mfa/factor.ts";
import type { ServerState } from "../state.ts";

/** Source: spec §7, `GET /v1/logout`. */
export const logoutRequest = z.object({
  query: z.object({ postLogoutRedirectUri: z.string().min(1).max(2048), clientId: guid }),
});
export type LogoutRequest = z.infer<typeof logoutRequest>;

const clientMetaData = z.record(z.string(), z.unknown()).nullish();

/**
 * The use case validates `password` and `email`, by the site's rules and so that any invalid email gives the same
 * error.
 */
export const registerRequest = z.object({
  body: z.object({
    loginId: z.object({ email: z.string().max(1000).catch("") }),
    password: z.string().max(5000),
    profile: newProfileSchema.extend({ language: preferredLanguage }).optional(),
    captchaTokens,
    clientMetaData,
  }),
});
export type RegisterRequest = z.infer<typeof registerRequest>;

export const loginRequest = z.object({
  body: z.object({
    loginId: z.object({ email: z.string().max(1000) }),
    password: z.string().max(5000),
    captchaTokens,
    clientMetaData,
  }),
});
export type LoginRequest = z.infer<typeof loginRequest>;

export const verifyDuringAuthenticationRequest = z.object({
  body: z.object({ code: z.string().max(64), stateToken: z.string().min(1).max(1000) }),
});
export type VerifyDuringAuthenticationRequest = z.infer<typeof verifyDuringAuthenticationRequest>;

export const resendDuringAuthenticationRequest = z.object({
  body: z.object({ stateToken: z.string().min(1).max(1000) }),
});
export type ResendDuringAuthenticationRequest = z.infer<typeof resendDuringAuthenticationRequest>;

/** Sign-in by a program with an API key. Source: spec §7, `POST /v2/sign-on`. */
export const signOnRequest = z.object({
  body: z.object({
    loginId: z.object({ email: z.string().max(1000).catch("") }),
    profile: newProfileSchema.optional(),
    /** The program has verified the email. */
    verifyEmail: z.boolean().optional(),
    /** Accepted without effect: there are no contacts apart from members. */
    mergeExistingContact: z.boolean().optional(),
  }),
});
export type SignOnRequest = z.infer<typeof signOnRequest>;

export interface SignOnResponse {
  /** For the grant `authorized_client`. Valid once, for five minutes; absent if the member may not sign in. */
  sessionToken?: string;
  identity: Identity;
}

/** A verification outside of a sign-in. Source: spec §7, `POST /v1/Start`. */
export const startVerificationRequest = z.object({
  body: z.object({ identityId: z.string().min(1).max(38), target: z.enum(["EMAIL"]) }),
});
export type StartVerificationRequest = z.infer<typeof startVerificationRequest>;

/** Response of register, login, verify and recover. Source: spec §4, §7; wire.md, Authentication. */
export interface StateMachineResponse {
  state: ServerState;
  /** With SUCCESS: 256 random bits, valid once for five minutes at the authorize endpoint. */
  sessionToken?: string;
  /**
   * With REQUIRE_EMAIL_VERIFICATION, REQUIRE_MFA and MFA_CHALLENGE: passes the sign-in to the next step; valid for 15
   * minutes.
   */
  stateToken?: string;
  identity?: Identity;
  additionalData?: Record<string, unknown>;
  mfaChallengeData?: MfaChallenge;
}
