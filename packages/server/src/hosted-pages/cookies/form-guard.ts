import type { Deps } from "../../platform/context/server-context.ts";
import type { RequestContext } from "../../platform/http/serve.ts";
import { equalInConstantTime, newSecret } from "../../platform/crypto/secrets.ts";
import type { Cookies } from "./cookies.ts";

/** The hidden field of every form. */
export const formTokenField = "formToken";

/**
 * The value of {@link formTokenField} in a form of this browser; gives the browser its cookie when it has none.
 *
 * @param boundTo What the form is part of: the redirect session's token. In no other form is the value good.
 */
export function formToken(deps: Deps, cookies: Cookies, boundTo: string): string {
  let browser = cookies.read("form");
  if (browser === undefined) {
    browser = newSecret();
    cookies.write("form", browser);
  }
  return tokenOf(deps, browser, boundTo).toString("base64url");
}

/**
 * Whether a form was sent from a page of ours, in the browser that we gave it to.
 *
 * Source: security requirements §6.2.
 */
export function isOurForm(
  deps: Deps,
  context: RequestContext,
  cookies: Cookies,
  { token, boundTo }: { token: string; boundTo: string },
): boolean {
  const site = context.req.header("sec-fetch-site");
  const isFromHere =
    site === undefined
      ? context.req.header("origin") === new URL(deps.config.publicUrl).origin
      : site === "same-origin";
  const browser = cookies.read("form");
  if (!isFromHere || browser === undefined) return false;
  return equalInConstantTime(Buffer.from(token, "base64url"), tokenOf(deps, browser, boundTo));
}

const tokenOf = (deps: Deps, browser: string, boundTo: string) => deps.secrets.mac("form", `${browser}\n${boundTo}`);
