import * as auth from "@porchlight/contract/auth/endpoints";
import { logoutRequest } from "@porchlight/contract/auth/logout";
import * as redirects from "@porchlight/contract/redirects/endpoints";
import {
  type CheckoutIntent,
  type CreateRedirectSessionAnswer,
  type CreateRedirectSessionRequest,
  checkoutIntents,
} from "@porchlight/contract/redirects/redirect-session";
import { redirectSessionRequest } from "@porchlight/contract/redirects/redirect-session-schema";
import * as z from "zod";
import type { Caller } from "../platform/context/caller.ts";
import type { ServerContext } from "../platform/context/server-context.ts";
import { type Area, serve } from "../platform/http/serve.ts";
import { createAuthSession } from "./create-auth-session.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";
import { createLoginSession } from "./create-login-session.ts";
import { createLogoutSession } from "./create-logout-session.ts";
import { logout } from "./logout.ts";

const request = z.object({ body: redirectSessionRequest.shape.body, origin: z.string().optional() });

export function redirectsRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    redirects.createRedirectSession,
    request,
    (caller, request) => createRedirectSession(context, caller, request),
    {
      limit: "redirect sessions of an address",
      read: (c, request) => ({ ...request, origin: c.req.header("origin") }),
      documented: redirectSessionRequest,
    },
  );
  serve(area, auth.logout, logoutRequest, (caller, request) => logout(context, caller, request), {
    limit: "redirect sessions of an address",
  });
}

function createRedirectSession(
  context: ServerContext,
  caller: Caller,
  { body, origin }: CreateRedirectSessionRequest & { origin?: string | undefined },
): Promise<CreateRedirectSessionAnswer> {
  if (body.auth) return createAuthSession(context, caller, body.auth, body, origin);
  if (body.logout) return createLogoutSession(context, caller, body.logout, body);
  if (body.login) return createLoginSession(context, caller, origin);
  const checkout = (Object.keys(checkoutIntents) as CheckoutIntent[]).find((intent) => body[intent] !== undefined)!;
  return createCheckoutSession(context, caller, checkout, { body });
}
