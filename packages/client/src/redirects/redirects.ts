import * as conversions from "@porchlight/contract/redirects/conversions";
import * as endpoints from "@porchlight/contract/redirects/endpoints";
import type {
  AuthRequest,
  RedirectSession as WireRedirectSession,
} from "@porchlight/contract/redirects/redirect-session";
import type { CallOptions, Transport } from "../transport.ts";

/** One intent, and the return URLs. Source: spec §3, "Redirect session payload". */
export interface RedirectSessionOptions {
  auth?: { authRequest: AuthRequest; prompt?: "login" | "none" };
  login?: object;
  logout?: { clientId: string };
  bookingsCheckout?: object;
  ecomCheckout?: object;
  eventsCheckout?: object;
  paidPlansCheckout?: object;
  storesProduct?: object;
  bookingsBook?: object;
  callbacks?: Record<string, string>;
  preferences?: object;
  origin?: string;
}

/** A redirect session. */
export type RedirectSession = Omit<WireRedirectSession, "id" | "createdDate"> & { _id: string; _createdDate: string };

/** Redirects to hosted pages. For sign-in use `client.auth`. */
export function redirects(transport: Transport) {
  return {
    /**
     * Requests the URL of a hosted page.
     *
     * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`, `INVALID_ARGUMENT`. Source: wire.md, Redirects.
     */
    createRedirectSession(
      options: RedirectSessionOptions,
      call?: CallOptions,
    ): Promise<{ redirectSession: RedirectSession }> {
      return transport.send<{ body: object }, { redirectSession: RedirectSession }>(
        endpoints.createRedirectSession,
        { body: options },
        { ...call, conversion: conversions.createRedirectSession },
      );
    },
  };
}
