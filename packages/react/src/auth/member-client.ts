/** What a sign-in call answers; the states are those of the client's `LoginState`. Source: spec §4, "Client state". */
export interface SignInResult {
  loginState: string;
  data?: { sessionToken?: string | undefined; stateToken?: string | undefined } | undefined;
  error?: string | undefined;
  errorCode?: string | undefined;
  /** What kind of failure it was: the `kind` of the client's errors. */
  kind?: string | undefined;
  /** The server's code. */
  code?: string | undefined;
  details?: unknown;
  /** Seconds until another try, with `kind: "rateLimited"`. */
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  /** Why a member whose password is right may not sign in. */
  identityStatus?: string | undefined;
}

/** What the client knows of who is signed in. */
export interface ClientSession {
  status: "visitor" | "member" | "degraded";
  role: "none" | "visitor" | "member";
  /** End of the access token, in seconds since the epoch; 0 when there is none. */
  expiresAt: number;
}

/** The member who is signed in, as far as the screens look at them. */
export interface SessionMember {
  _id?: string | null | undefined;
  loginEmail?: string | null | undefined;
  profile?:
    | {
        nickname?: string | null | undefined;
        photo?: { url?: string | null | undefined } | null | undefined;
      }
    | null
    | undefined;
  contact?: { firstName?: string | null | undefined; lastName?: string | null | undefined } | null | undefined;
  loginEmailVerified?: boolean | undefined;
  _createdDate?: Date | undefined;
}

/** What of a member can be changed. */
export interface MemberNames {
  profile: { nickname: string | null };
  contact: { firstName: string | null; lastName: string | null };
}

/** A place where the member is signed in, as far as the screens look at it. */
export interface SessionEntry {
  _id: string;
  /** Whether it is this one. */
  current: boolean;
  _createdDate: Date;
  lastActiveDate: Date;
  browser: string | null;
  device: string | null;
  app: { _id: string; name: string };
}

/** Session events of the client that the provider listens to. */
export type SessionEvent = "signedIn" | "signedOut" | "sessionLost" | "changed";

/** What a page keeps while the person is at the hosted sign-in page. Source: flows.md §6. */
export interface HostedLoginData {
  redirectUri: string;
  originalUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

/** What the hosted sign-in page sends along; `null` where it is missing. */
export interface HostedLoginAnswer {
  code: string | null;
  state: string | null;
  error?: string;
}

/** What the hosted sign-in needs of a client beside the rest. */
export interface HostedLoginClient {
  generateOAuthData(redirectUri: string, originalUri: string): Promise<HostedLoginData>;
  getAuthUrl(
    data: HostedLoginData,
    how: { prompt?: "login" | "none"; responseMode?: "fragment" | "query"; sessionToken?: string | undefined },
  ): Promise<{ authUrl: string }>;
  parseFromUrl(url: string, responseMode: "fragment" | "query"): HostedLoginAnswer;
  getMemberTokens(code: string | null, state: string | null, data: Partial<HostedLoginData>): Promise<unknown>;
  setTokens(tokens: unknown): Promise<void>;
  /** There with `withHostedLogin` alone. */
  readonly sessions?: { syncToWixPages(): Promise<void> };
}

/** Goes on with a sign-in that waits for a code. */
export interface AwaitedVerification {
  loginState: "EMAIL_VERIFICATION_REQUIRED";
  data: { stateToken: string };
}

/** What setting a new password answers, as far as the screens look at it. Source: wire.md, Authentication. */
export interface RecoveryAnswer {
  state: string;
  sessionToken?: string | undefined;
  identity?: { status: { name: string } } | undefined;
  additionalData?:
    | Readonly<Record<string, { numValue?: number | undefined; strValue?: string | undefined }>>
    | undefined;
}

/**
 * What the provider needs of a client. One made by `createClient({ host, auth: OAuthStrategy(…), modules: { members } })`
 * of `@porchlight/client` has it all; without `members` the member's name is not fetched.
 * The modules `recovery` and `authentication` are needed by the screens about passwords alone, `memberSessions` by the list of
 * sessions.
 */
export interface MemberClient {
  readonly auth: {
    login(params: { email: string; password: string }): Promise<SignInResult>;
    register(params: {
      email: string;
      password: string;
      profile?: { firstName?: string; lastName?: string; language?: string };
    }): Promise<SignInResult>;
    processVerification(params: { verificationCode: string }, state: AwaitedVerification): Promise<SignInResult>;
    resendVerification(state: AwaitedVerification): Promise<SignInResult>;
    completeLogin(sessionToken: string): Promise<unknown>;
    getSession(): ClientSession;
    ready(): Promise<void>;
    getAuthHeaders(): Promise<{ headers: { Authorization: string } }>;
    logout(originalUrl: string, options?: { signal?: AbortSignal }): Promise<{ logoutUrl: string }>;
    signOut(): Promise<void>;
  } & Partial<HostedLoginClient>;
  on(event: SessionEvent, listener: (event: { session: ClientSession }) => void): () => void;
  readonly members?: {
    getCurrentMember(options?: { fieldsets?: ("PUBLIC" | "EXTENDED" | "FULL")[] }): Promise<{ member?: SessionMember }>;
    updateMember(_id: string, member: MemberNames): Promise<SessionMember>;
  };
  readonly memberSessions?: {
    listSessions(): Promise<{ sessions: SessionEntry[] }>;
    endSession(sessionId: string): Promise<unknown>;
    endOtherSessions(): Promise<unknown>;
  };
  readonly recovery?: {
    sendRecoveryEmail(email: string, options?: { language?: string }): Promise<unknown>;
    recover(
      recoveryToken: string,
      options?: { password: string; profile?: { firstName: string; lastName: string } },
    ): Promise<RecoveryAnswer>;
  };
  readonly authentication?: {
    changePassword(newPassword: string, options: { currentPassword: string }): Promise<unknown>;
  };
}
