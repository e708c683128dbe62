import { EMPTY_TOKENS, type RefreshToken, type Tokens, toTokens } from "../tokens/tokens.ts";

/** Default name of the cookie that browser and server share. */
export const defaultCookieName = "porchlight_session";
/** Browsers drop a cookie of more than 4096 bytes, name and attributes included. */
export const maxCookieValueLength = 3_900;
/** 90 days in seconds, as long as a member's unused refresh token lives. */
export const cookieMaxAgeSeconds = 90 * 24 * 3600;

const version = "v2";

// Frameworks differ in applying encodeURIComponent to cookie values; these characters survive either way.
const escapeField = (field: string): string =>
  encodeURIComponent(field).replaceAll("~", "%7E").replaceAll("!", "%21").replaceAll("%", "!");
const unescapeField = (field: string): string => decodeURIComponent(field.replaceAll("!", "%"));

/**
 * Serializes the tokens as fields separated by tildes, in characters that no framework escapes. Omits an access token
 * that would not fit; it is renewed then.
 */
export function encodeSessionCookie({ accessToken, refreshToken, suspendedUntil }: Tokens): string {
  if (!refreshToken.value) return "";
  const encode = (access: string, expiresAt: number) =>
    [version, access, `${expiresAt}`, refreshToken.value, refreshToken.role, `${suspendedUntil ?? ""}`]
      .map(escapeField)
      .join("~");
  const value = encode(accessToken.value, accessToken.expiresAt);
  return value.length <= maxCookieValueLength ? value : encode("", 0);
}

/** {@link EMPTY_TOKENS} for values not written by {@link encodeSessionCookie}. */
export function decodeSessionCookie(value: string | undefined): Tokens {
  const fields = (value ?? "").split("~");
  if (fields[0] !== version || fields.length !== 6) return EMPTY_TOKENS;
  try {
    const [, access, expiresAt, refresh, role, suspendedUntil] = fields.map(unescapeField);
    return toTokens({
      accessToken: { value: access, expiresAt: Number(expiresAt) || 0 },
      refreshToken: { value: refresh, role: role as RefreshToken["role"] },
      ...(suspendedUntil && { suspendedUntil: Number(suspendedUntil) }),
    });
  } catch {
    return EMPTY_TOKENS;
  }
}

/**
 * Name of the cookie with the id of the current session, which scripts may read; see {@link encodeSessionState}.
 * Source: security requirements §6.2.
 */
export const stateCookieName = (cookieName: string, isSecure: boolean): string =>
  `${isSecure ? "__Host-" : ""}${cookieName}_state`;

/** Serializes the id of a session, its role, and the end of an outage. Contains no secret. */
export const encodeSessionState = ({ refreshToken: { value, role }, suspendedUntil }: Tokens): string =>
  value && [value, role, suspendedUntil].join("~");

/** The session of {@link encodeSessionState}, with the id instead of a refresh token; without an access token. */
export function decodeSessionState(text = ""): Tokens {
  const [value, role, suspendedUntil] = text.split("~");
  return toTokens({ refreshToken: { value, role }, suspendedUntil: Number(suspendedUntil) });
}
