import * as z from "zod";
import type { Deps } from "../../deps.ts";
import { hashSecret } from "../../secrets.ts";
import { stateTokenLifeMs } from "../email-verification.ts";
import type { Cookies } from "./cookies.ts";

const flowSchema = z.object({
  /** As it was typed. */
  email: z.string(),
  /** Hands the sign-in on to the code from the mail. */
  stateToken: z.string().optional(),
});
/** What one page of a sign-in hands on to the next. */
export type SignInFlow = z.infer<typeof flowSchema>;

const sealedFlow = flowSchema.extend({ boundTo: z.string() });

/**
 * Keeps `flow` in the browser, encrypted, for the sign-in that `redirectSession` is the token of. Each sign-in has a cookie of its
 * own, so that two tabs do not get into each other's way.
 */
export function keepFlow(deps: Deps, cookies: Cookies, redirectSession: string, flow: SignInFlow): void {
  const boundTo = bindingOf(redirectSession);
  const sealed = deps.secrets.seal(JSON.stringify({ ...flow, boundTo }));
  cookies.write(nameFor(boundTo), sealed.toString("base64url"), stateTokenLifeMs / 1_000);
}

/** `undefined` where this browser has come to nothing yet in this sign-in, or shows a cookie that is not ours. */
export function readFlow(deps: Deps, cookies: Cookies, redirectSession: string): SignInFlow | undefined {
  const boundTo = bindingOf(redirectSession);
  const sealed = cookies.read(nameFor(boundTo));
  if (sealed === undefined) return undefined;
  try {
    const { boundTo: foundFor, ...flow } = sealedFlow.parse(
      JSON.parse(deps.secrets.unseal(Buffer.from(sealed, "base64url"))),
    );
    return foundFor === boundTo ? flow : undefined;
  } catch {
    return undefined;
  }
}

export function forgetFlow(cookies: Cookies, redirectSession: string): void {
  const name = nameFor(bindingOf(redirectSession));
  if (cookies.read(name) !== undefined) cookies.remove(name);
}

const bindingOf = (redirectSession: string) => hashSecret(redirectSession).toString("base64url");
const nameFor = (boundTo: string) => `flow-${boundTo.slice(0, 16)}` as const;
