import type { TokenRole as Role } from "@porchlight/contract/auth/state";

/** Role of a refresh token. Source: spec §6. */
export type TokenRole = Role;
export const TokenRole = { NONE: "none", VISITOR: "visitor", MEMBER: "member" } as const satisfies Record<string, Role>;

/** A token that authorizes requests until it expires. */
export interface AccessToken {
  value: string;
  /** Seconds since the epoch, by this device's clock. */
  expiresAt: number;
}

/** A token that is exchanged for the next access token. */
export interface RefreshToken {
  value: string;
  role: TokenRole;
}

/** The tokens of a session, as token storages store them. */
export interface Tokens {
  accessToken: AccessToken;
  refreshToken: RefreshToken;
  /**
   * Set during an outage: the refresh token is the member's, the access token may be a visitor's. Time of the next
   * retry, in milliseconds since the epoch.
   */
  suspendedUntil?: number;
}

/** No session, as after a logout. Source: spec §4, token lifecycle 5. */
export const EMPTY_TOKENS: Tokens = {
  accessToken: { value: "", expiresAt: 0 },
  refreshToken: { value: "", role: "none" },
};

export const isSameSession = (a: Tokens, b: Tokens): boolean =>
  a.accessToken.value === b.accessToken.value && a.refreshToken.value === b.refreshToken.value;

/** Validates stored tokens; {@link EMPTY_TOKENS} if invalid. */
export function toTokens(value: unknown): Tokens {
  const { accessToken, refreshToken, suspendedUntil } = (value ?? {}) as Partial<Tokens>;
  return refreshToken?.value && ["none", "visitor", "member"].includes(refreshToken.role)
    ? {
        accessToken: accessToken ?? EMPTY_TOKENS.accessToken,
        refreshToken,
        ...(suspendedUntil && { suspendedUntil }),
      }
    : EMPTY_TOKENS;
}
