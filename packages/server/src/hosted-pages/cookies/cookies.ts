import { getCookie, setCookie } from "hono/cookie";
import type { HonoContext } from "../../platform/http/serve.ts";

/**
 * `hosted` and `silent`: the two of a hosted session. `form`: tells this browser's forms from foreign ones. `flow-…`: what one sign-in has come to.
 * `problem-…`: why a form was refused, until its page has said so. `recovery`: the way to a new password. `devices`: who is not asked for the second step here.
 */
export type CookieName = "hosted" | "silent" | "form" | "recovery" | "devices" | `flow-${string}` | `problem-${string}`;

/** The cookies of the hosted pages in the browser that asks; scripts see none of them. */
export interface Cookies {
  read(name: CookieName): string | undefined;
  /** @param lifeSeconds Until the browser is closed unless given. */
  write(name: CookieName, value: string, lifeSeconds?: number): void;
  remove(name: CookieName): void;
}

/**
 * Bound to this host and to https. Plain http is for this machine only, where browsers take neither `Secure` nor the prefix that
 * demands it. `silent` alone is sent from other sites, with everything that follows from that in `authorize`.
 *
 * Source: security requirements §6.2, RFC 6265bis §4.1.3.2.
 */
export function createCookies(context: HonoContext, publicUrl: string): Cookies {
  const secure = publicUrl.startsWith("https:");
  const fullName = (name: CookieName) => `${secure ? "__Host-" : ""}porchlight-${name}`;
  const write = (name: CookieName, value: string, lifeSeconds?: number) =>
    setCookie(context, fullName(name), value, {
      path: "/",
      httpOnly: true,
      secure,
      sameSite: name === "silent" && secure ? "None" : "Lax",
      ...(lifeSeconds === undefined ? {} : { maxAge: lifeSeconds }),
    });
  return {
    read: (name) => getCookie(context, fullName(name)) || undefined,
    write,
    remove: (name) => write(name, "", 0),
  };
}
