import { equalInConstantTime, newSecret } from "../../platform/crypto/secrets.ts";
import type { HonoContext } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { Cookies } from "./cookies.ts";

/** The hidden field of every form that holds the token. */
export const formTokenField = "formToken";

/**
 * Returns the value of {@link formTokenField} for this browser. Sets the browser's cookie if it is missing.
 *
 * @param boundTo The flow that the form belongs to: the redirect session's token. The value is valid for this flow
 * only.
 */
export function formToken(context: ServerContext, cookies: Cookies, boundTo: string): string {
  let browser = cookies.read("form");
  if (browser === undefined) {
    browser = newSecret();
    cookies.write("form", browser);
  }
  return tokenOf(context, browser, boundTo).toString("base64url");
}

/**
 * Whether the form comes from a page of this server, in the same browser.
 *
 * Source: security requirements §6.2.
 */
export function isTrustedForm(
  context: ServerContext,
  c: HonoContext,
  cookies: Cookies,
  { token, boundTo }: { token: string; boundTo: string },
): boolean {
  const site = c.req.header("sec-fetch-site");
  const isSameOrigin =
    site === undefined ? c.req.header("origin") === new URL(context.config.publicUrl).origin : site === "same-origin";
  const browser = cookies.read("form");
  if (!isSameOrigin || browser === undefined) return false;
  return equalInConstantTime(Buffer.from(token, "base64url"), tokenOf(context, browser, boundTo));
}

const tokenOf = (context: ServerContext, browser: string, boundTo: string) =>
  context.secrets.mac("form", `${browser}\n${boundTo}`);
