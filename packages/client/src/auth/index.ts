export type { NewFactor } from "@porchlight/contract/auth/mfa/factor";
export {
  authentication,
  type CaptchaToken,
  type LoginId,
  type LoginV2Options,
  type RegisterV2Options,
  type ValidateEmailResponse,
} from "./authentication.ts";
export { type CaptchaParams, captcha } from "./captcha/captcha.ts";
export type { Address, CustomFieldValue, Identity, IdentityProfile, StateMachineResponse } from "./identity.ts";
export { type MemberSession, memberSessions } from "./member-sessions.ts";
export {
  type AddedFactor,
  type Factor,
  factors,
  type SecondFactorParams,
  type SecondFactorRequest,
} from "./mfa/factors.ts";
export {
  createPasskeyCredential,
  getPasskeyCredential,
  isPasskeySupported,
} from "./mfa/passkey-credentials.ts";
export { type PasskeyChoice, passkeys } from "./mfa/passkeys.ts";
export { findDeviceToken, storeDeviceToken } from "./mfa/trusted-devices.ts";
export { oauth, type RawHttpRequest, type RawHttpResponse } from "./oauth.ts";
export { recovery, type SendRecoveryEmailOptions } from "./recovery.ts";
export { type SecurityEvent, securityEvents } from "./security-events.ts";
export {
  completeRedirectSignIn,
  type PasswordSignIn,
  type RedirectSignIn,
  type RedirectSignInOptions,
  signInWithPassword,
  signInWithRedirect,
} from "./sign-in.ts";
export { apiKeyAuthentication, type SignOnOptions, type SignOnResponse } from "./sign-on.ts";
export { verification } from "./verification.ts";
