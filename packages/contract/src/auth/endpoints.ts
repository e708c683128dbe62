import { endpoint } from "../endpoint.ts";
import type {
  LoginRequest,
  RegisterRequest,
  ResendDuringAuthenticationRequest,
  StateMachineAnswer,
  VerifyDuringAuthenticationRequest,
} from "./sign-in.ts";
import type { JwksAnswer, TokenAnswer, TokenRequest } from "./token.ts";

export const register = endpoint<RegisterRequest, StateMachineAnswer>("POST", "/_api/iam/authentication/v2/register", {
  aliases: ["/iam/authentication/v2/register"],
});
export const login = endpoint<LoginRequest, StateMachineAnswer>("POST", "/_api/iam/authentication/v2/login", {
  aliases: ["/iam/authentication/v2/login"],
});
export const verifyDuringAuthentication = endpoint<VerifyDuringAuthenticationRequest, StateMachineAnswer>(
  "POST",
  "/_api/iam/verification/v1/auth/verify",
  { aliases: ["/iam/verification/v1/auth/verify"] },
);
export const resendDuringAuthentication = endpoint<ResendDuringAuthenticationRequest, StateMachineAnswer>(
  "POST",
  "/_api/iam/verification/v1/auth/resend",
  { aliases: ["/iam/verification/v1/auth/resend"] },
);
export const token = endpoint<TokenRequest, TokenAnswer>("POST", "/oauth2/token");
export const jwks = endpoint<Record<never, never>, JwksAnswer>("GET", "/oauth2/jwks");

/** Opened by a browser or a frame, never called: answers HTML. Its query is made by the redirect session. */
export const authorizePath = "/_api/oauth2/authorize";
