import type { ServerContext } from "../../platform/context/server-context.ts";
import { equalInConstantTime, newSecret } from "../../platform/crypto/secrets.ts";
import type { HonoContext } from "../../platform/http/serve.ts";
import type { Cookies } from "./cookies.ts";

/** The hidden field of every form. */
export const formTokenField = "formToken";

/**
 * The value of {@link formTokenField} in a form of this browser; gives the browser its cookie when it has none.
 *
 * @param boundTo What the form is part of: the redirect session's token. In no other form is the value good.
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
 * Whether a form was sent from a page of ours, in the browser that we gave it to.
 *
 * Source: security requirements §6.2.
 */
export function isOurForm(
  context: ServerContext,
  c: HonoContext,
  cookies: Cookies,
  { token, boundTo }: { token: string; boundTo: string },
): boolean {
  const site = c.req.header("sec-fetch-site");
  const isFromHere =
    site === undefined ? c.req.header("origin") === new URL(context.config.publicUrl).origin : site === "same-origin";
  const browser = cookies.read("form");
  if (!isFromHere || browser === undefined) return false;
  return equalInConstantTime(Buffer.from(token, "base64url"), tokenOf(context, browser, boundTo));
}

const tokenOf = (context: ServerContext, browser: string, boundTo: string) =>
  context.secrets.mac("form", `${browser}\n${boundTo}`);
