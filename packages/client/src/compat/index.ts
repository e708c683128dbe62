export { LoginState } from "../auth/login-result.ts";
export { oauth } from "../auth/oauth.ts";
export { recovery } from "../auth/recovery.ts";
export type { TokenStorage } from "../auth/storage/token-storage.ts";
export { ApiKeyStrategy, type ApiKeyStrategyOptions } from "../auth/strategies/api-key-strategy.ts";
export type { AuthStrategy } from "../auth/strategies/auth-strategy.ts";
export type { OAuthStrategyOptions } from "../auth/strategies/oauth-types.ts";
export type { OauthData, Pkce } from "../auth/tokens/pkce.ts";
export { type AccessToken, EMPTY_TOKENS, type RefreshToken, TokenRole, type Tokens } from "../auth/tokens/tokens.ts";
export { verification } from "../auth/verification.ts";
export { dataPermissions as permissions } from "../data/index.ts";
export { isPorchlightError, PorchlightError } from "../errors.ts";
export { AppStrategy, type AppStrategyOptions } from "../webhooks/app-strategy.ts";
export { webhooks } from "../webhooks/webhook-handler.ts";
export { type CompatCalls, type CompatClient, type CompatOptions, createClient } from "./create-client.ts";
export { type AnyItem, type AnyItems, items } from "./items.ts";
export { type DescribedImage, media } from "./media.ts";
export {
  authentication,
  badges,
  categories,
  collections,
  customFields,
  defaultPrivacy,
  draftPosts,
  forms,
  likes,
  memberFollowers,
  memberPrivacySettings,
  members,
  membersAbout,
  memberToMemberBlock,
  posts,
  redirects,
  submissions,
  tags,
} from "./modules.ts";
export {
  type CompatAuth,
  type CompatAuth as IOAuthStrategy,
  createLocalTokenStorage,
  OAuthStrategy,
} from "./oauth-strategy.ts";
