export {
  authentication,
  type CaptchaToken,
  type LoginId,
  type LoginV2Options,
  type RegisterV2Options,
  type ValidateEmailResponse,
} from "./authentication.ts";
export type { Address, CustomFieldValue, Identity, IdentityProfile, StateMachineResponse } from "./identity.ts";
export { type MemberSession, memberSessions } from "./member-sessions.ts";
export { oauth, type RawHttpRequest, type RawHttpResponse } from "./oauth.ts";
export { recovery, type SendRecoveryEmailOptions } from "./recovery.ts";
export { keyedAuthentication, type SignOnOptions, type SignOnResponse } from "./sign-on.ts";
export { verification } from "./verification.ts";
