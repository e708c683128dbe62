import { getCookie, setCookie } from "hono/cookie";
import {
  type HostedCookies,
  type HostedSessionSecrets,
  hostedSessionTtlSeconds,
} from "../../auth/sessions/hosted-session.ts";
import type { HonoContext } from "../../platform/http/serve.ts";

export const readHosted = (cookies: Cookies): HostedCookies => ({
  hosted: cookies.read("hosted"),
  silent: cookies.read("silent"),
});

export function writeHosted(cookies: Cookies, { token, silentToken }: HostedSessionSecrets): void {
  cookies.write("hosted", token, hostedSessionTtlSeconds);
  cookies.write("silent", silentToken, hostedSessionTtlSeconds);
}

export function removeHosted(cookies: Cookies): void {
  cookies.remove("hosted");
  cookies.remove("silent");
}

/**
 * - `hosted` and `silent`: the hosted session
 * - `form`: protects this browser's forms against cross-site request forgery
 * - `flow-…`: the state of one sign-in
 * - `problem-…`: the problem of a rejected form, until the page shows it
 * - `recovery`: the state of a password recovery
 * - `devices`: members who trust this browser
 */
export type CookieName = "hosted" | "silent" | "form" | "recovery" | "devices" | `flow-${string}` | `problem-${string}`;

/** The cookies of the hosted pages. All are `HttpOnly`. */
export interface Cookies {
  read(name: CookieName): string | undefined;
  /** @param ttlSeconds Default: until the browser is closed. */
  write(name: CookieName, value: string, ttlSeconds?: number): void;
  remove(name: CookieName): void;
}

/**
 * Cookies are bound to this host and to HTTPS. With plain HTTP (localhost only), browsers reject `Secure` and the
 * `__Host-` prefix. Only `silent` is sent with cross-site requests; `authorize` accounts for that.
 * Source: security requirements §6.2, RFC 6265bis §4.1.3.2.
 */
export function createCookies(context: HonoContext, publicUrl: string): Cookies {
  const secure = publicUrl.startsWith("https:");
  const fullName = (name: CookieName) => `${secure ? "__Host-" : ""}porchlight-${name}`;
  const write = (name: CookieName, value: string, ttlSeconds?: number) =>
    setCookie(context, fullName(name), value, {
      path: "/",
      httpOnly: true,
      secure,
      sameSite: name === "silent" && secure ? "None" : "Lax",
      ...(ttlSeconds === undefined ? {} : { maxAge: ttlSeconds }),
    });
  return {
    read: (name) => getCookie(context, fullName(name)) || undefined,
    write,
    remove: (name) => write(name, "", 0),
  };
}
