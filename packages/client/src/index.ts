export type { AvailableFactor, ChallengeType, SecondStepType } from "@porchlight/contract/auth/mfa/factor";
export { type ApiKeyFace, ApiKeyStrategy, type ApiKeyStrategyOptions } from "./auth/api-key-strategy.ts";
export type { AuthStrategy, ConnectedStrategy, Connection } from "./auth/auth-strategy.ts";
export type { SecondStepParams, SecondStepRequest } from "./auth/factors.ts";
export {
  type HostedLoginFace,
  type HostedLoginOptions,
  type HostedSessions,
  withHostedLogin,
} from "./auth/hosted-login.ts";
export type {
  AuthUrl,
  AuthUrlData,
  AuthUrlOptions,
  CaptchaTokens,
  HostedAnswer,
  LoginParams,
  OAuthFace,
  OAuthStrategyOptions,
  PasswordResetOptions,
  RegisterParams,
  VerificationParams,
} from "./auth/oauth-face.ts";
export { OAuthStrategy } from "./auth/oauth-strategy.ts";
export type { OauthData, Pkce } from "./auth/pkce.ts";
export { type ExternalLoginFace, withExternalLogin } from "./auth/program-login.ts";
export { type SecondStepFace, withSecondStep } from "./auth/second-step.ts";
export { type LoginFailure, type LoginResult, LoginState } from "./auth/sign-in.ts";
export { type Lock, tabLock } from "./auth/tab-lock.ts";
export type { RenewalPolicy } from "./auth/token-session.ts";
export {
  type CookieStorageOptions,
  cookieTokenStorage,
  localTokenStorage,
  memoryTokenStorage,
  sessionTokenStorage,
  type TokenStorage,
  type WebStorageOptions,
} from "./auth/token-storage.ts";
export { type AccessToken, EMPTY_TOKENS, type RefreshToken, TokenRole, type Tokens } from "./auth/tokens.ts";
export { type Client, type ClientBase, type ClientOptions, createClient } from "./create-client.ts";
export type { Environment, Page, PageFrame, PageMessage } from "./environment.ts";
export {
  type ErrorDetails,
  type ErrorKind,
  isPorchlightError,
  PorchlightError,
  type SignInErrorCode,
} from "./errors.ts";
export type { ClientEvent, ClientEvents, RequestEvent, Session } from "./events.ts";
export { type GraphqlAnswer, type GraphqlDocument, type GraphqlOptions, graphql } from "./graphql.ts";
export { type Hosts, hostedPlatform } from "./hosts.ts";
export { lazyModule } from "./lazy-module.ts";
export { type RequestEventsOptions, requestEvents } from "./request-events.ts";
export type { CallOptions, Module, Transport } from "./transport.ts";
export { AppStrategy, type AppStrategyOptions } from "./webhooks/app-strategy.ts";
