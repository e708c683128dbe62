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

/** One intent, and what goes with it. Source: wire.md, Redirects. */
export interface RedirectSessionRequest {
  body: {
    auth?: { authRequest: AuthRequest; prompt?: Prompt | null | undefined } | undefined;
    logout?: { clientId: string } | undefined;
    callbacks?: { postFlowUrl?: string | null | undefined } | undefined;
  };
}
type Body = RedirectSessionRequest["body"];
export type CreateRedirectSessionRequest = { body: { auth: NonNullable<Body["auth"]> } };
export type CreateLogoutSessionRequest = {
  body: { logout: NonNullable<Body["logout"]>; callbacks?: Body["callbacks"] };
};

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
