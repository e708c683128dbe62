import type { ChallengeFactorType, SecondFactorType } from "@porchlight/client";
import type { NewFactor } from "@porchlight/client/auth";
import type { SentChallenge } from "./form/auth-flow.ts";

/** Result of a sign-in call; the states are those of the client's `LoginState`. Source: spec §4, "Client state". */
export interface SignInResult {
  loginState: string;
  data?:
    | {
        sessionToken?: string | undefined;
        stateToken?: string | undefined;
        /** With `MFA_REQUIRED`: the available factors, best first. */
        factors?: readonly { factorType: string; hint?: string | undefined }[] | undefined;
        reason?: string | undefined;
        /** The factor type that a code or push was sent for. */
        challenged?: string | undefined;
        /** With PUSH: the number to select on the device. */
        pushNumber?: string | undefined;
        /** The same with its time, which the screens record. */
        sent?: SentChallenge | undefined;
        /** After MFA on a device to trust. */
        deviceToken?: string | undefined;
      }
    | undefined;
  error?: string | undefined;
  errorCode?: string | undefined;
  /** The `kind` of the client's errors. */
  kind?: string | undefined;
  /** The server's error code. */
  code?: string | undefined;
  details?: unknown;
  /** Seconds until the next attempt, with `kind: "rateLimited"`. */
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  /** Why the member may not sign in despite a correct password. */
  identityStatus?: string | undefined;
}

/** The operation that a captcha protects. */
export type CaptchaPurpose = "login" | "register" | "recovery" | "form";

/** Tokens of a solved captcha. */
export interface CaptchaTokens {
  recaptchaToken?: string;
  invisibleRecaptchaToken?: string;
}

/** The client's session. */
export interface ClientSession {
  status: "visitor" | "member" | "degraded";
  role: "none" | "visitor" | "member";
  /** Expiry of the access token, in seconds since the epoch; 0 without one. */
  expiresAt: number;
}

/** The signed-in member: the properties that the screens use. */
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

/** The names that a member can change. */
export interface MemberNames {
  profile: { nickname: string | null };
  contact: { firstName: string | null; lastName: string | null };
}

/** A session of the member: the properties that the screens use. */
export interface MemberSession {
  _id: string;
  /** Whether it is the current session. */
  current: boolean;
  _createdDate: Date;
  lastActiveDate: Date;
  browser: string | null;
  device: string | null;
  app: { _id: string; name: string };
}

/** A security event of the account. */
export interface SecurityEvent {
  _id: string;
  event: string;
  date: Date;
  browser: string | null;
  device: string | null;
}

/** A method to reauthenticate. */
export interface ReauthenticationMethod {
  factorType: SecondFactorType | "PASSWORD";
  /** Where codes are sent, partly masked. */
  hint?: string | undefined;
}

/** A factor of the member: the properties that the screens use. */
export interface MfaFactor {
  /** `null` for factors that cannot be removed: the password, and those the site requires. */
  _id: string | null;
  type: string;
  status: string;
  name: string | null;
  /** Where codes are sent, partly masked. */
  hint?: string | undefined;
  _createdDate: Date;
  lastUsedDate: Date | null;
  /** Where the passkey was created. */
  browser?: string | null | undefined;
  device?: string | null | undefined;
}

/** An address of the member. Properties that the screens do not use are retained. */
export interface MemberAddress {
  addressLine1?: string | null | undefined;
  addressLine2?: string | null | undefined;
  city?: string | null | undefined;
  subdivision?: string | null | undefined;
  postalCode?: string | null | undefined;
  country?: string | null | undefined;
}

/** The member's details besides the names. Source: spec §3, enumerations. */
export interface MemberDetails {
  phones: { tag: "UNTAGGED" | "MAIN" | "HOME" | "MOBILE" | "WORK" | "FAX"; phone: string }[];
  addresses: { tag: "UNTAGGED" | "HOME" | "WORK" | "BILLING" | "SHIPPING"; address: MemberAddress }[];
  customFields: {
    name: string;
    value: {
      strValue?: string | undefined;
      numValue?: number;
      dateValue?: Date | null;
      boolValue?: boolean | undefined;
    };
  }[];
  privacyStatus: "PRIVATE" | "PUBLIC";
}

/** A custom field that the site owner declares. */
export interface DeclaredField {
  name: string;
  type: "TEXT" | "NUMBER" | "DATE" | "URL" | "SOCIAL";
}

/** The methods of the module `account` that the screens use. */
export interface AccountClient {
  getDetails(): Promise<{ details: MemberDetails; declaredFields: readonly DeclaredField[] }>;
  updateDetails(details: Partial<MemberDetails>): Promise<{ details: MemberDetails }>;
  getAccountSummary(): Promise<{ authoredItems: number; hasPassword: boolean; emailChange?: { email: string } }>;
  startEmailChange(email: string): Promise<{ emailChange: { email: string } }>;
  confirmEmailChange(code: string): Promise<unknown>;
  cancelEmailChange(): Promise<unknown>;
  deleteMyMember(): Promise<unknown>;
  /** JPEG, PNG, WebP or AVIF, at most 512 KiB. */
  setPhoto(photo: Blob): Promise<SessionMember>;
  removePhoto(): Promise<SessionMember>;
}

/** The data of a new authenticator app factor. */
export interface TotpEnrollment {
  /** Base32. */
  secret: string;
  uri: string;
  /** QR code as a `data:` URL. */
  qrCode: string;
}

/** Session events of the client that the provider subscribes to. */
export type SessionEvent = "signedIn" | "signedOut" | "sessionLost" | "restored" | "changed";

/** Stored while the person is at the hosted sign-in page. Source: flows.md §6. */
export interface HostedLoginData {
  redirectUri: string;
  originalUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

/** The response of the hosted sign-in page; `null` for missing parameters. */
export interface HostedLoginResponse {
  code: string | null;
  state: string | null;
  error?: string;
}

/** What the hosted sign-in requires of a client. */
export interface HostedLoginClient {
  generateOAuthData(redirectUri: string, originalUri: string): Promise<HostedLoginData>;
  getAuthUrl(
    data: HostedLoginData,
    how: { prompt?: "login" | "none"; responseMode?: "fragment" | "query"; sessionToken?: string | undefined },
  ): Promise<{ authUrl: string }>;
  parseFromUrl(url: string, responseMode: "fragment" | "query"): HostedLoginResponse;
  getMemberTokens(code: string | null, state: string | null, data: Partial<HostedLoginData>): Promise<unknown>;
  setTokens(tokens: unknown): Promise<void>;
  /** Only with `withHostedLogin`. */
  readonly sessions?: { syncToWixPages(): Promise<void> };
}

/** A sign-in that waits for an email code. */
export interface PendingVerification {
  loginState: "EMAIL_VERIFICATION_REQUIRED";
  data: { stateToken: string };
}

/** The result of setting a new password: the properties that the screens use. Source: wire.md, Authentication. */
export interface RecoveryResult {
  state: string;
  sessionToken?: string | undefined;
  stateToken?: string | undefined;
  mfaChallengeData?:
    | { availableFactors: readonly { factorType: string; hint?: string | undefined }[]; reason?: string | undefined }
    | undefined;
  identity?: { status: { name: string } } | undefined;
  additionalData?:
    | Readonly<Record<string, { numValue?: number | undefined; strValue?: string | undefined }>>
    | undefined;
}

/**
 * What the provider requires of a client. A client from `createClient({ host, auth: OAuthStrategy(…), modules: {
 * members } })` of `@porchlight/client` meets it; without `members` the member's name is not loaded. Optional modules:
 * `recovery` and `authentication` for the password screens, `memberSessions` for the list of sessions, `securityEvents`
 * for the list of events, `account` for profile details, `passkeys` for passkeys, `factors` for MFA (without it,
 * members with MFA sign in at the hosted pages), `captcha` if the site requires captchas, `redirects` for checkouts.
 */
export interface MemberClient {
  readonly auth: {
    login(params: {
      email: string;
      password: string;
      captchaTokens?: CaptchaTokens;
      clientMetaData?: Record<string, unknown>;
    }): Promise<SignInResult>;
    register(params: {
      email: string;
      password: string;
      profile?: { firstName?: string; lastName?: string; language?: string };
      captchaTokens?: CaptchaTokens;
    }): Promise<SignInResult>;
    processVerification(params: { verificationCode: string }, state: PendingVerification): Promise<SignInResult>;
    resendVerification(state: PendingVerification): Promise<SignInResult>;
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
    listSessions(): Promise<{ sessions: MemberSession[] }>;
    endSession(sessionId: string): Promise<unknown>;
    endOtherSessions(): Promise<unknown>;
  };
  readonly securityEvents?: {
    listSecurityEvents(options: {
      limit: number;
      before?: string;
    }): Promise<{ events: SecurityEvent[]; hasMore: boolean }>;
  };
  readonly factors?: {
    requestFactor(
      params: { factorType: ChallengeFactorType; rememberThisDevice: boolean },
      stateToken: string,
    ): Promise<SignInResult>;
    verifyFactor(
      params: { factorType: SecondFactorType; code: string; rememberThisDevice: boolean },
      stateToken: string,
    ): Promise<SignInResult>;
    listFactors(): Promise<{
      factors: MfaFactor[];
      recoveryCodesLeft: number;
      usedRecoveryCodes?: readonly number[];
      offered: readonly string[];
      isRequired?: boolean;
    }>;
    addFactor(
      factor: Exclude<NewFactor, { type: "WEBAUTHN" }>,
    ): Promise<{ factor: MfaFactor; totp?: TotpEnrollment | undefined; pushNumber?: string | undefined }>;
    activateFactor(
      factorId: string,
      code?: string,
    ): Promise<{ factor: MfaFactor; recoveryCodes?: string[] | undefined; pushNumber?: string | undefined }>;
    renameFactor(factorId: string, name: string): Promise<unknown>;
    removeFactor(factorId: string): Promise<unknown>;
    renewRecoveryCodes(): Promise<{ recoveryCodes: string[] }>;
    reauthenticate(
      proof: string | { factorType: Exclude<SecondFactorType, "WEBAUTHN">; code?: string },
    ): Promise<{ proved: boolean; pushNumber?: string | undefined }>;
  };
  readonly captcha?: {
    getCaptcha(): Promise<{ provider: string }>;
    solveCaptcha(
      params: { purpose: CaptchaPurpose; kind: "silent" | "visible"; container?: HTMLElement },
      options?: { signal?: AbortSignal },
    ): Promise<CaptchaTokens>;
  };
  readonly redirects?: {
    createRedirectSession(options: {
      callbacks: Record<string, string>;
      [intent: string]: object;
    }): Promise<{ redirectSession: { fullUrl: string } }>;
  };
  readonly account?: AccountClient;
  readonly passkeys?: {
    signInWithPasskey(): Promise<SignInResult>;
    passkeyAutofill(options: { signal: AbortSignal }): Promise<{ signIn(): Promise<SignInResult> } | undefined>;
    verifyWithPasskey(params: { stateToken: string; rememberThisDevice: boolean }): Promise<SignInResult>;
    reauthenticateWithPasskey(): Promise<void>;
    createPasskey(params: { name?: string }): Promise<{ recoveryCodes?: string[] | undefined }>;
  };
  readonly recovery?: {
    sendRecoveryEmail(
      email: string,
      options?: {
        language?: string;
        captchaTokens?: { Recaptcha?: string; InvisibleRecaptcha?: string }[];
      },
    ): Promise<unknown>;
    recover(
      recoveryToken: string,
      options?: { password: string; profile?: { firstName: string; lastName: string } },
    ): Promise<RecoveryResult>;
  };
  readonly authentication?: {
    changePassword(newPassword: string, options: { currentPassword: string }): Promise<unknown>;
  };
}
