export type { NewFactor } from "@porchlight/contract/auth/mfa/factor";
export {
  authentication,
  type CaptchaToken,
  type LoginId,
  type LoginV2Options,
  type RegisterV2Options,
  type ValidateEmailResponse,
} from "./authentication.ts";
export { hasPasskeys, makePasskey, usePasskey } from "./browser-passkeys.ts";
export { type CaptchaParams, captcha } from "./captcha.ts";
export { rememberDevice, rememberedDevice } from "./device-memory.ts";
export { type AddedFactor, type Factor, factors, type SecondStepParams, type SecondStepRequest } from "./factors.ts";
export type { Address, CustomFieldValue, Identity, IdentityProfile, StateMachineResponse } from "./identity.ts";
export { type MemberSession, memberSessions } from "./member-sessions.ts";
export { oauth, type RawHttpRequest, type RawHttpResponse } from "./oauth.ts";
export { type PasskeyChoice, passkeys } from "./passkeys.ts";
export { recovery, type SendRecoveryEmailOptions } from "./recovery.ts";
export { type SecurityEvent, securityEvents } from "./security-events.ts";
export { keyedAuthentication, type SignOnOptions, type SignOnResponse } from "./sign-on.ts";
export { verification } from "./verification.ts";
