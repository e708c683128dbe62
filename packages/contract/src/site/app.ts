/** How an app gets refresh tokens: always the same one, or a new one each time. */
export const refreshTokenKinds = ["rotate", "stable"] as const;

/** A front end that may sign members in. Apps have no secret: they use PKCE. */
export interface OAuthApp {
  /** The client ID. */
  id: string;
  name: string;
  redirectUris: string[];
  /** Further origins for CORS, frames and addresses after a flow. */
  origins: string[];
  refreshTokens: (typeof refreshTokenKinds)[number];
  /** Whether it gets no tokens, and its tokens are rejected. */
  isDisabled: boolean;
  /** Whether it is the app of the member site, which the server manages. */
  isBuiltIn: boolean;
  /** ISO 8601, UTC. */
  createdDate: string;
}

/** What an owner enters about an app. */
export interface OAuthAppInput {
  name: string;
  redirectUris: string[];
  origins: string[];
  refreshTokens: (typeof refreshTokenKinds)[number];
}

export interface ListAppsResponse {
  /** Oldest first. */
  apps: OAuthApp[];
}
export type CreateAppRequest = { body: OAuthAppInput };
export type UpdateAppRequest = { params: { id: string }; body: OAuthAppInput };
export type SetAppDisabledRequest = { params: { id: string }; body: { isDisabled: boolean } };
export type AppByIdRequest = { params: { id: string } };
