import { endpoint } from "../endpoint.ts";
import type {
  ChangePasswordRequest,
  RecoverRequest,
  SendActivationEmailRequest,
  SendRecoveryEmailRequest,
  ValidateEmailRequest,
  ValidateEmailResponse,
} from "./recovery/schema.ts";
import type {
  LoginRequest,
  LogoutRequest,
  RegisterRequest,
  ResendDuringAuthenticationRequest,
  SignOnRequest,
  SignOnResponse,
  StartVerificationRequest,
  StateMachineResponse,
  VerifyDuringAuthenticationRequest,
} from "./sign-in/schema.ts";
import type { RawHttpResponse, TokenInfoRequest, TokenRequest, TokenResponse } from "./tokens/schema.ts";
import type { JwksResponse, TokenInfoResponse, UserInfoResponse } from "./tokens/token-response.ts";

export const register = /* @__PURE__ */ endpoint<RegisterRequest, StateMachineResponse>(
  "POST",
  "/_api/iam/authentication/v2/register",
);
export const login = /* @__PURE__ */ endpoint<LoginRequest, StateMachineResponse>(
  "POST",
  "/_api/iam/authentication/v2/login",
);
export const signOn = /* @__PURE__ */ endpoint<SignOnRequest, SignOnResponse>(
  "POST",
  "/_api/iam/authentication/v2/sign-on",
);
export const verifyDuringAuthentication = /* @__PURE__ */ endpoint<
  VerifyDuringAuthenticationRequest,
  StateMachineResponse
>("POST", "/_api/iam/verification/v1/auth/verify");
export const resendDuringAuthentication = /* @__PURE__ */ endpoint<
  ResendDuringAuthenticationRequest,
  StateMachineResponse
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
export const recover = /* @__PURE__ */ endpoint<RecoverRequest, StateMachineResponse>(
  "POST",
  "/_api/iam/recovery/v1/recover",
);
export const changePassword = /* @__PURE__ */ endpoint<ChangePasswordRequest, Record<never, never>>(
  "POST",
  "/_api/iam/authentication/v2/change-password",
);
/** The response contains the redirect as an HTTP message. */
export const logout = /* @__PURE__ */ endpoint<LogoutRequest, RawHttpResponse>(
  "GET",
  "/_api/iam/authentication/v1/logout",
);
export const validateEmail = /* @__PURE__ */ endpoint<ValidateEmailRequest, ValidateEmailResponse>(
  "POST",
  "/_api/iam/authentication/v2/validate-email",
);
export const token = /* @__PURE__ */ endpoint<TokenRequest, TokenResponse | RawHttpResponse>("POST", "/oauth2/token");
export const jwks = /* @__PURE__ */ endpoint<Record<never, never>, JwksResponse>("GET", "/oauth2/jwks");
export const tokenInfo = /* @__PURE__ */ endpoint<TokenInfoRequest, TokenInfoResponse>("POST", "/oauth2/token-info");
export const userInfo = /* @__PURE__ */ endpoint<Record<never, never>, UserInfoResponse>("GET", "/oauth2/user-info");

export * from "./account/endpoints.ts";

/** Opened by a browser or a frame; returns HTML. The redirect session builds its query. */
export const authorizePath = "/_api/oauth2/authorize";
