import type { MemberSession as WireMemberSession } from "@porchlight/contract/auth/account/account";
import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";

/** An active session of the member: one browser or program, at one app. */
export type MemberSession = Omit<WireMemberSession, "id" | "createdDate" | "lastActiveDate" | "app"> & {
  _id: string;
  /** Time of the sign-in. */
  _createdDate: Date;
  /** When its access token was last renewed; once an hour while in use. */
  lastActiveDate: Date;
  app: { _id: string; name: string };
};

/** The member's sessions. A Porchlight extension. */
export function memberSessions(transport: Transport) {
  return {
    /**
     * Lists the member's active sessions: this one first, then by last use; at most 100.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` for a visitor.
     */
    async listSessions(call?: CallOptions): Promise<{ sessions: MemberSession[] }> {
      const conversion = conversions.listSessions;
      const response = await transport.send<object, { sessions: MemberSession[] }>(
        endpoints.listSessions,
        {},
        { ...call, conversion },
      );
      if (Array.isArray(response.sessions)) return response;
      throw createError("contract", "MALFORMED_RESPONSE", "The response has no sessions. Is the host correct?");
    },

    /**
     * Ends one of the member's sessions: it can no longer be renewed, and its access token is rejected within 30
     * seconds.
     *
     * @throws {PorchlightError} `SESSION_NOT_FOUND` if it belongs to another member or has ended; `NOT_ALLOWED` for a
     * visitor.
     */
    async endSession(sessionId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.endSession, { params: { sessionId } }, call);
    },

    /**
     * Ends all other sessions of the member, and pending sign-ins. @throws {PorchlightError} `NOT_ALLOWED` for a
     * visitor.
     */
    async endOtherSessions(call?: CallOptions): Promise<void> {
      await transport.send(endpoints.endOtherSessions, {}, call);
    },
  };
}
