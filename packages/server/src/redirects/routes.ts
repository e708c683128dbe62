import * as auth from "@porchlight/contract/auth/endpoints";
import { logoutRequest } from "@porchlight/contract/auth/sign-in/schema";
import * as redirects from "@porchlight/contract/redirects/endpoints";
import {
  type CheckoutIntent,
  type CreateRedirectSessionRequest,
  type CreateRedirectSessionResponse,
  checkoutIntents,
} from "@porchlight/contract/redirects/redirect-session";
import { redirectSessionRequest } from "@porchlight/contract/redirects/schema";
import * as z from "zod";
import type { Requester } from "../platform/context/request-context.ts";
import { type Area, serve } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { createAuthSession } from "./create-auth-session.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";
import { createLoginSession } from "./create-login-session.ts";
import { createLogoutSession, logout } from "./logout.ts";

const redirectSessionInput = z.object({ body: redirectSessionRequest.shape.body, origin: z.string().optional() });

export function redirectsRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    redirects.createRedirectSession,
    redirectSessionInput,
    (request, input) => createRedirectSession(context, request, input),
    {
      limit: "redirectSessionsPerIp",
      extendInput: (c, input) => ({ ...input, origin: c.req.header("origin") }),
      documentedRequest: redirectSessionRequest,
    },
  );
  serve(area, auth.logout, logoutRequest, (request, input) => logout(context, request, input), {
    limit: "redirectSessionsPerIp",
  });
}

function createRedirectSession(
  context: ServerContext,
  request: Requester,
  { body, origin }: CreateRedirectSessionRequest & { origin?: string | undefined },
): Promise<CreateRedirectSessionResponse> {
  if (body.auth) return createAuthSession(context, request, body.auth, body, origin);
  if (body.logout) return createLogoutSession(context, request, body.logout, body);
  if (body.login) return createLoginSession(context, request, origin);
  const checkout = (Object.keys(checkoutIntents) as CheckoutIntent[]).find((intent) => body[intent] !== undefined)!;
  return createCheckoutSession(context, request, checkout, { body });
}
