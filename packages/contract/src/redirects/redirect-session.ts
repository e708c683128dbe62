/** Source: spec §3, enumerations. */
export const callbackTypes = ["UNKNOWN", "LOGOUT", "CHECKOUT", "AUTHORIZE"] as const;
export const prompts = ["login", "none"] as const;
export type Prompt = (typeof prompts)[number];
export const responseModes = ["fragment", "query", "web_message"] as const;
export type ResponseMode = (typeof responseModes)[number];

/** Source: spec §3, "Auth request"; RFC 6749 §4.1.1, RFC 7636 §4.3. */
export interface AuthRequest {
  clientId: string;
  redirectUri?: string | null | undefined;
  /** SHA-256 of the code verifier, base64url without padding. */
  codeChallenge: string;
  codeChallengeMethod: "S256";
  responseMode?: ResponseMode | null | undefined;
  responseType: "code";
  scope?: string | null | undefined;
  state: string;
  sessionToken?: string | null | undefined;
}

export interface CreateRedirectSessionRequest {
  body: { auth: { authRequest: AuthRequest; prompt?: Prompt | null | undefined } };
}

export interface RedirectSession {
  id: string;
  /** Where the browser or the hidden frame goes. */
  fullUrl: string;
  urlDetails: { endpoint: string; queryParams: Record<string, string> };
  sessionToken: string;
  createdDate: string;
}
export interface CreateRedirectSessionAnswer {
  redirectSession: RedirectSession;
}

/** The intent "logout" of a redirect session. Source: wire.md, Redirects. */
export type CreateLogoutSessionRequest = {
  body: { logout: { clientId: string }; callbacks: { postFlowUrl: string } };
};
