export {
  authentication,
  type CaptchaToken,
  type LoginId,
  type LoginV2Options,
  type RegisterV2Options,
  type ValidateEmailResponse,
} from "./authentication.ts";
export type { Address, CustomFieldValue, Identity, IdentityProfile, StateMachineResponse } from "./identity.ts";
export { recovery, type SendRecoveryEmailOptions } from "./recovery.ts";
export { verification } from "./verification.ts";
