/** `admin` may do everything, `editor` what editors may do, `read` may read everything. */
export const apiKeyRoles = ["admin", "editor", "read"] as const;
/** The role of an API key. */
export type ApiKeyRole = (typeof apiKeyRoles)[number];

/** An API key that the site owner issued to a program. */
export interface ApiKey {
  keyId: string;
  role: ApiKeyRole;
}

/**
 * `owner` may do everything, `editor` may manage content, `author` may write own posts, and `support` may manage
 * members.
 */
export const staffRoles = ["owner", "editor", "author", "support"] as const;
/** The role of a staff account. */
export type StaffRole = (typeof staffRoles)[number];

/** Who makes a request. `platform/http/authenticate.ts` sets it once per request. */
export type Caller =
  | { kind: "anonymous" }
  /** `apiKey`: the key of a program that acts for this visitor or member. */
  | { kind: "visitor"; appId: string; sessionId: string; visitorId: string; apiKey?: ApiKey }
  | { kind: "member"; appId: string; sessionId: string; memberId: string; apiKey?: ApiKey }
  /** A person on a hosted page who is signing in to this app; has the rights of a visitor. */
  | { kind: "hostedPage"; appId: string }
  /** A program with an API key of its own. */
  | { kind: "apiKey"; apiKey: ApiKey }
  /** A person who manages the site in the console. */
  | { kind: "staff"; staffId: string; sessionId: string; role: StaffRole }
  /** The operator at the command line. */
  | { kind: "owner" };
