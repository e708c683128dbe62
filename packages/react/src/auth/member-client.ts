import type { ChallengeFactorType, SecondFactorType } from "@porchlight/client";
import type { SentChallenge } from "./form/auth-flow.ts";

/** What a sign-in call answers; the states are those of the client's `LoginState`. Source: spec §4, "Client state". */
export interface SignInResult {
  loginState: string;
  data?:
    | {
        sessionToken?: string | undefined;
        stateToken?: string | undefined;
        /** With `MFA_REQUIRED`: what the second step can be taken with, the best first. */
        factors?: readonly { factorType: string; hint?: string | undefined }[] | undefined;
        reason?: string | undefined;
        /** What something was sent for. */
        challenged?: string | undefined;
        /** With a question to a device: the member chooses it there. */
        pushNumber?: string | undefined;
        /** The same with its time, which the screens note. */
        sent?: SentChallenge | undefined;
        /** After a second step on a device that is to be remembered. */
        deviceToken?: string | undefined;
      }
    | undefined;
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

/** What a captcha is passed for. */
export type CaptchaPurpose = "login" | "register" | "recovery";

/** What comes of a captcha. */
export interface CaptchaTokens {
  recaptchaToken?: string;
  invisibleRecaptchaToken?: string;
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
export interface MemberSession {
  _id: string;
  /** Whether it is this one. */
  current: boolean;
  _createdDate: Date;
  lastActiveDate: Date;
  browser: string | null;
  device: string | null;
  app: { _id: string; name: string };
}

/** Something that happened to the member's account. */
export interface SecurityEvent {
  _id: string;
  event: string;
  date: Date;
  browser: string | null;
  device: string | null;
}

/** A way for a member to prove again who they are. */
export interface ReauthenticationMethod {
  factorType: SecondFactorType | "PASSWORD";
  /** Where its codes go, in part. */
  hint?: string | undefined;
}

/** A way of the member's to prove who they are, as far as the screens look at it. */
export interface MfaFactor {
  /** `null` for what cannot be removed: the password, and what the site's rules ask for. */
  _id: string | null;
  type: string;
  status: string;
  name: string | null;
  /** Where its codes go, in part. */
  hint?: string | undefined;
  _createdDate: Date;
  lastUsedDate: Date | null;
  /** Where a passkey was made. */
  browser?: string | null | undefined;
  device?: string | null | undefined;
}

/** An address of a member's, as far as the screens look at it; what they do not look at stays with it. */
export interface MemberAddress {
  addressLine1?: string | null | undefined;
  addressLine2?: string | null | undefined;
  city?: string | null | undefined;
  subdivision?: string | null | undefined;
  postalCode?: string | null | undefined;
  country?: string | null | undefined;
}

/** What a member keeps beside their names. Source: spec §3, enumerations. */
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

/** A field that the site owner asks members for. */
export interface DeclaredField {
  name: string;
  type: "TEXT" | "NUMBER" | "DATE";
}

/** The calls of the module `account` that the screens make. */
export interface AccountClient {
  getDetails(): Promise<{ details: MemberDetails; declaredFields: readonly DeclaredField[] }>;
  updateDetails(details: Partial<MemberDetails>): Promise<{ details: MemberDetails }>;
  getAccountSummary(): Promise<{ authoredItems: number; hasPassword: boolean; emailChange?: { email: string } }>;
  startEmailChange(email: string): Promise<{ emailChange: { email: string } }>;
  confirmEmailChange(code: string): Promise<unknown>;
  cancelEmailChange(): Promise<unknown>;
  deleteMyMember(): Promise<unknown>;
  /** A JPEG, PNG, WebP or AVIF of 512 KiB at most. */
  setPhoto(photo: Blob): Promise<SessionMember>;
  removePhoto(): Promise<SessionMember>;
}

/** What an authenticator app is to be told. */
export interface TotpEnrollment {
  /** Base32. */
  secret: string;
  uri: string;
  /** The same as a picture: a `data:` address. */
  qrCode: string;
}

/** Session events of the client that the provider listens to. */
export type SessionEvent = "signedIn" | "signedOut" | "sessionLost" | "restored" | "changed";

/** What a page keeps while the person is at the hosted sign-in page. Source: flows.md §6. */
export interface HostedLoginData {
  redirectUri: string;
  originalUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

/** What the hosted sign-in page sends along; `null` where it is missing. */
export interface HostedLoginResponse {
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
  parseFromUrl(url: string, responseMode: "fragment" | "query"): HostedLoginResponse;
  getMemberTokens(code: string | null, state: string | null, data: Partial<HostedLoginData>): Promise<unknown>;
  setTokens(tokens: unknown): Promise<void>;
  /** There with `withHostedLogin` alone. */
  readonly sessions?: { syncToWixPages(): Promise<void> };
}

/** Goes on with a sign-in that waits for a code. */
export interface PendingVerification {
  loginState: "EMAIL_VERIFICATION_REQUIRED";
  data: { stateToken: string };
}

/** What setting a new password answers, as far as the screens look at it. Source: wire.md, Authentication. */
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
 * What the provider needs of a client. One made by `createClient({ host, auth: OAuthStrategy(…), modules: { members } })`
 * of `@porchlight/client` has it all; without `members` the member's name is not fetched.
 * The modules `recovery` and `authentication` are needed by the screens about passwords alone, `memberSessions` by the list of
 * sessions, `securityEvents` by that of what happened, `account` by what a member changes of their account beside the names, `passkeys` by whatever is done with a passkey,
 * `factors` by the second step: without it a member who has one signs in at the hosted pages. `captcha` is needed where the site
 * asks for one, `redirects` where cards of the account lead to a checkout.
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
      factor:
        | { type: "TOTP" | "EMAIL" }
        | { type: "SMS" | "CALL"; phoneNumber: string }
        | { type: "PUSH"; name: string },
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

/** Factors that send a code or a push. */
export type SentFactorType = "SMS" | "CALL" | "EMAIL" | "PUSH";
