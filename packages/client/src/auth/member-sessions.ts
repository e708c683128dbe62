import type { MemberSession as WireMemberSession } from "@porchlight/contract/auth/account/account";
import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";

/** A sign-in of the member's that still holds: one browser or program, at one app. */
export type MemberSession = Omit<WireMemberSession, "id" | "createdDate" | "lastActiveDate" | "app"> & {
  _id: string;
  /** When the member signed in. */
  _createdDate: Date;
  /** When its access token was last renewed, which happens once an hour while it is in use. */
  lastActiveDate: Date;
  app: { _id: string; name: string };
};

/** Where the member is signed in. These calls are this server's own: other hosts of the contract do not have them. */
export function memberSessions(transport: Transport) {
  return {
    /**
     * Lists the member's sessions that have neither ended nor expired: this one first, then the last used ones, at most 100.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` for a visitor.
     */
    async listSessions(call?: CallOptions): Promise<{ sessions: MemberSession[] }> {
      const conversion = conversions.listSessions;
      const answer = await transport.send<object, { sessions: MemberSession[] }>(
        endpoints.listSessions,
        {},
        { ...call, conversion },
      );
      if (Array.isArray(answer.sessions)) return answer;
      throw createError("contract", "MALFORMED_RESPONSE", "The answer holds no sessions. Is the host correct?");
    },

    /**
     * Ends one session of the member's: it cannot renew from now on, and its access token is refused within 30 seconds.
     *
     * @throws {PorchlightError} `SESSION_NOT_FOUND` when it is not the member's or has ended; `NOT_ALLOWED` for a visitor.
     */
    async endSession(sessionId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.endSession, { params: { sessionId } }, call);
    },

    /** Ends every session of the member's but this one, and sign-ins under way. @throws {PorchlightError} `NOT_ALLOWED` for a visitor. */
    async endOtherSessions(call?: CallOptions): Promise<void> {
      await transport.send(endpoints.endOtherSessions, {}, call);
    },
  };
}
