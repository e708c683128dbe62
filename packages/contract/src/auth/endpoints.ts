import { endpoint } from "../endpoint.ts";
import type { LogoutRequest } from "./sign-in/logout-schema.ts";
import type {
  ChangePasswordRequest,
  RecoverRequest,
  SendActivationEmailRequest,
  SendRecoveryEmailRequest,
  ValidateEmailAnswer,
  ValidateEmailRequest,
} from "./recovery/schema.ts";
import type {
  LoginRequest,
  RegisterRequest,
  ResendDuringAuthenticationRequest,
  SignOnAnswer,
  SignOnRequest,
  StartVerificationRequest,
  StateMachineAnswer,
  VerifyDuringAuthenticationRequest,
} from "./sign-in/schema.ts";
import type { RawHttpAnswer, TokenAnswer, TokenInfoRequest, TokenRequest } from "./tokens/schema.ts";
import type { JwksAnswer, TokenInfoAnswer, UserInfoAnswer } from "./tokens/token-response.ts";

export const register = /* @__PURE__ */ endpoint<RegisterRequest, StateMachineAnswer>(
  "POST",
  "/_api/iam/authentication/v2/register",
);
export const login = /* @__PURE__ */ endpoint<LoginRequest, StateMachineAnswer>(
  "POST",
  "/_api/iam/authentication/v2/login",
);
export const signOn = /* @__PURE__ */ endpoint<SignOnRequest, SignOnAnswer>(
  "POST",
  "/_api/iam/authentication/v2/sign-on",
);
export const verifyDuringAuthentication = /* @__PURE__ */ endpoint<
  VerifyDuringAuthenticationRequest,
  StateMachineAnswer
>("POST", "/_api/iam/verification/v1/auth/verify");
export const resendDuringAuthentication = /* @__PURE__ */ endpoint<
  ResendDuringAuthenticationRequest,
  StateMachineAnswer
>("POST", "/_api/iam/verification/v1/auth/resend");
export const startVerification = /* @__PURE__ */ endpoint<StartVerificationRequest, { verificationId: string }>(
  "POST",
  "/_api/iam/verification/v1/start",
);
export const sendRecoveryEmail = /* @__PURE__ */ endpoint<SendRecoveryEmailRequest, Record<never, never>>(
  "POST",
  "/_api/iam/recovery/v1/send-email",
);
export const sendActivationEmail = /* @__PURE__ */ endpoint<SendActivationEmailRequest, Record<never, never>>(
  "POST",
  "/_api/iam/recovery/v1/activation-email",
);
export const recover = /* @__PURE__ */ endpoint<RecoverRequest, StateMachineAnswer>(
  "POST",
  "/_api/iam/recovery/v1/recover",
);
export const changePassword = /* @__PURE__ */ endpoint<ChangePasswordRequest, Record<never, never>>(
  "POST",
  "/_api/iam/authentication/v2/change-password",
);
/** The redirect to follow comes as an HTTP message inside the answer. */
export const logout = /* @__PURE__ */ endpoint<LogoutRequest, RawHttpAnswer>(
  "GET",
  "/_api/iam/authentication/v1/logout",
);
export const validateEmail = /* @__PURE__ */ endpoint<ValidateEmailRequest, ValidateEmailAnswer>(
  "POST",
  "/_api/iam/authentication/v2/validate-email",
);
export const token = /* @__PURE__ */ endpoint<TokenRequest, TokenAnswer | RawHttpAnswer>("POST", "/oauth2/token");
export const jwks = /* @__PURE__ */ endpoint<Record<never, never>, JwksAnswer>("GET", "/oauth2/jwks");
export const tokenInfo = /* @__PURE__ */ endpoint<TokenInfoRequest, TokenInfoAnswer>("POST", "/oauth2/token-info");
export const userInfo = /* @__PURE__ */ endpoint<Record<never, never>, UserInfoAnswer>("GET", "/oauth2/user-info");

export * from "./account/endpoints.ts";

/** Opened by a browser or a frame, never called: answers HTML. Its query is made by the redirect session. */
export const authorizePath = "/_api/oauth2/authorize";
