export type { AvailableFactor, ChallengeFactorType, SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
export {
  type HostedLoginAuth,
  type HostedLoginOptions,
  type HostedSessions,
  withHostedLogin,
} from "./auth/hosted-login/with-hosted-login.ts";
export { type LoginFailure, type LoginResult, LoginState } from "./auth/login-result.ts";
export type {
  SecondFactorParams,
  SecondFactorRequest,
} from "./auth/mfa/factors.ts";
export {
  type SecondFactorAuth,
  withSecondFactor,
} from "./auth/mfa/with-second-factor.ts";
export { type Lock, tabLock } from "./auth/storage/tab-lock.ts";
export {
  type CookieStorageOptions,
  cookieTokenStorage,
  localTokenStorage,
  memoryTokenStorage,
  sessionTokenStorage,
  type TokenStorage,
  type WebStorageOptions,
} from "./auth/storage/token-storage.ts";
export {
  type ApiKeyAuth,
  ApiKeyStrategy,
  type ApiKeyStrategyOptions,
} from "./auth/strategies/api-key-strategy.ts";
export type { AuthStrategy, ConnectedStrategy, Connection, RenewalPolicy } from "./auth/strategies/auth-strategy.ts";
export { type ExternalLoginAuth, withExternalLogin } from "./auth/strategies/external-login.ts";
export { OAuthStrategy } from "./auth/strategies/oauth-strategy.ts";
export type {
  AuthorizationResponse,
  AuthUrl,
  AuthUrlData,
  AuthUrlOptions,
  CaptchaTokens,
  LoginParams,
  OAuthAuth,
  OAuthStrategyOptions,
  PasswordResetOptions,
  RegisterParams,
  VerificationParams,
} from "./auth/strategies/oauth-types.ts";
export type { OauthData, Pkce } from "./auth/tokens/pkce.ts";
export { type AccessToken, EMPTY_TOKENS, type RefreshToken, TokenRole, type Tokens } from "./auth/tokens/tokens.ts";
export { type Client, type ClientBase, type ClientOptions, createClient } from "./create-client.ts";
export type { Environment, Page, PageFrame, PageMessage } from "./environment.ts";
export {
  type ClientErrorCode,
  type DocumentedErrorCode,
  type ErrorDetails,
  type ErrorKind,
  isPorchlightError,
  PorchlightError,
  type SignInErrorCode,
} from "./errors.ts";
export type { ClientEvent, ClientEvents, RequestEvent, Session } from "./events.ts";
export { type Hosts, hostedPlatform } from "./http/hosts.ts";
export { type RequestEventsOptions, requestEvents } from "./http/request-events.ts";
export {
  type GraphqlCall,
  type GraphqlDocument,
  type GraphqlOptions,
  type GraphqlResponse,
  graphql,
} from "./modules/graphql.ts";
export { lazyModule } from "./modules/lazy-module.ts";
export type { CallOptions, Module, Transport } from "./transport.ts";
export { AppStrategy, type AppStrategyOptions } from "./webhooks/app-strategy.ts";
