import { createError } from "../../errors.ts";

/** A cookie of a request. */
export interface RequestCookie {
  name: string;
  value: string;
}

/** A cookie to set in the response. */
export interface ResponseCookie extends RequestCookie {
  options: {
    path: "/";
    sameSite: "lax";
    /** Seconds; 0 removes the cookie. */
    maxAge: number;
    secure: boolean;
    /** Whether scripts of the page cannot read the cookie. */
    httpOnly: boolean;
  };
}

/** How the framework reads and writes the cookies of a request. */
export interface CookieMethods {
  getAll(): readonly RequestCookie[];
  /**
   * Sets cookies of the response. Called before a call returns, possibly several times: the last value counts. Throw if
   * cookies can no longer be set: then the session is not renewed. Omit it if cookies can never be set.
   */
  setAll?(cookies: readonly ResponseCookie[]): void;
}

type SetCookies = (cookies: readonly ResponseCookie[]) => void;

/** Common interface of a request and a framework's cookies. */
export interface SessionCookies {
  getAll(): readonly RequestCookie[];
  setAll: SetCookies;
  /** Throws where {@link setAll} would; may be called with unchanged cookies. */
  assertWritable: SetCookies;
  /** `Set-Cookie` values that the caller must add to the response. */
  setCookieHeaders(): string[];
}

const rejectWrites: SetCookies = () => {
  throw createError("misconfigured", "COOKIES_READ_ONLY", "Cookies cannot be written here.");
};

export function requestCookies(source: Request | CookieMethods): SessionCookies {
  if ("getAll" in source) {
    const setAll: SetCookies = source.setAll ? (cookies) => source.setAll?.(cookies) : rejectWrites;
    return { getAll: () => source.getAll(), setAll, assertWritable: setAll, setCookieHeaders: () => [] };
  }
  const changedCookies = new Map<string, ResponseCookie>();
  return {
    getAll: () => parseCookies(source.headers.get("Cookie")),
    setAll(cookies) {
      for (const cookie of cookies) changedCookies.set(cookie.name, cookie);
    },
    assertWritable() {},
    setCookieHeaders: () => [...changedCookies.values()].map(formatCookie),
  };
}

/** Parses a `Cookie` header; ignores malformed pairs. Source: RFC 6265 §5.4. */
export function parseCookies(header: string | null): RequestCookie[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }] : [];
  });
}

/** The value of a `Set-Cookie` header. */
export function formatCookie({ name, value, options }: ResponseCookie): string {
  const flags = `${options.secure ? "; Secure" : ""}${options.httpOnly ? "; HttpOnly" : ""}`;
  return `${name}=${value}; Path=${options.path}; Max-Age=${options.maxAge}; SameSite=Lax${flags}`;
}
