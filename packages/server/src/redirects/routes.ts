import { authorizePath } from "@porchlight/contract/auth/endpoints";
import * as redirects from "@porchlight/contract/redirects/endpoints";
import { redirectSessionRequest } from "@porchlight/contract/redirects/redirect-session-schema";
import * as z from "zod";
import { signInErrorPage } from "../auth/pages/error-page.ts";
import { newNonce, pageHeaders } from "../auth/pages/page-headers.ts";
import { webMessagePage } from "../auth/pages/web-message-page.ts";
import type { Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { type Area, type RequestContext, serve } from "../http/serve.ts";
import { authorize } from "./authorize.ts";
import { createLogoutSession } from "./create-logout-session.ts";
import { createRedirectSession, redirectSessionParameter } from "./create-redirect-session.ts";

/** Intents of the contract that this server does not carry out. Source: spec §3, "Redirect session payload". */
const otherIntents = [
  "login",
  "bookingsCheckout",
  "ecomCheckout",
  "eventsCheckout",
  "paidPlansCheckout",
  "storesProduct",
  "bookingsBook",
] as const;

const supportedIntent = z.looseObject({}).superRefine((body, context) => {
  for (const intent of otherIntents) {
    if (intent in body) {
      context.addIssue({
        code: "custom",
        path: [intent],
        message: "is not supported yet",
        params: { violatedRule: "FIELD_NOT_ALLOWED" },
      });
    }
  }
});
const request = z.object({
  body: supportedIntent.pipe(redirectSessionRequest.shape.body),
  origin: z.string().optional(),
});

export function redirectsRoutes(area: Area, deps: Deps): void {
  serve(
    area,
    redirects.createRedirectSession,
    request,
    (caller, { body: { auth, logout, callbacks }, origin }) =>
      logout
        ? createLogoutSession(deps, caller, { body: { logout, callbacks } })
        : createRedirectSession(deps, caller, { body: { auth: auth! }, origin }),
    {
      limit: "redirect sessions of an address",
      read: (context, request) => ({ ...request, origin: context.req.header("origin") }),
      documented: redirectSessionRequest,
    },
  );
  area.app.get(authorizePath, (context) => answerAuthorize(context, deps));
}

async function answerAuthorize(context: RequestContext, deps: Deps): Promise<Response> {
  // Hono answers HEAD through GET's handler; here that would use up a sign-in unseen.
  if (context.req.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allow: "GET" });
  // A page, not the API: no other site may read it, and the code in it, by script.
  context.header("access-control-allow-origin", undefined);
  const { publicUrl } = deps.config;
  const nonce = newNonce();
  const tokens = context.req.queries(redirectSessionParameter) ?? [];
  const outcome = tokens.length === 1 ? await authorize(deps, tokens[0]!) : ({ kind: "refused" } as const);
  switch (outcome.kind) {
    case "refused":
      return context.body(
        signInErrorPage({ siteName: deps.site.name, language: deps.site.language, nonce }).text,
        400,
        pageHeaders({ publicUrl, nonce }),
      );
    case "message":
      return context.body(
        webMessagePage(outcome.message, outcome.origin, nonce).text,
        200,
        pageHeaders({ publicUrl, nonce, frameAncestor: outcome.origin }),
      );
    case "redirect":
      return context.body(null, 302, {
        location: outcome.location,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      });
  }
}
