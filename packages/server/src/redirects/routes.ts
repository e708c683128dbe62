import * as redirects from "@porchlight/contract/redirects/endpoints";
import { redirectSessionRequest } from "@porchlight/contract/redirects/redirect-session-schema";
import * as z from "zod";
import type { Deps } from "../deps.ts";
import { type Area, serve } from "../http/serve.ts";
import { createLogoutSession } from "./create-logout-session.ts";
import { createRedirectSession } from "./create-redirect-session.ts";
import { hostedRoutes } from "./hosted/routes.ts";

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
  hostedRoutes(area.app, deps);
}
