import type { SecurityEvent as WireSecurityEvent } from "@porchlight/contract/auth/account/security-event";
import * as endpoints from "@porchlight/contract/auth/account/security-event-endpoints";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";

/** Something that happened to the member's account. */
export type SecurityEvent = Omit<WireSecurityEvent, "id" | "date"> & { _id: string; date: Date };

const eventDates = { response: { timestamp: ["events.date"] } };

/** What happened to the member's account. The call is this server's own: other hosts of the contract do not have it. */
export function securityEvents(transport: Transport) {
  return {
    /**
     * Lists sign-ins, failures, new passwords and whatever else protects the account, the latest first.
     *
     * @param options.limit 1 to 100; default 50.
     * @param options.before Id of the oldest event that the caller has, for older ones.
     * @throws {PorchlightError} `NOT_ALLOWED` for a visitor.
     */
    async listSecurityEvents(
      options: { limit?: number; before?: string } = {},
      call?: CallOptions,
    ): Promise<{ events: SecurityEvent[]; hasMore: boolean }> {
      const answer = await transport.send<object, { events: SecurityEvent[]; hasMore: boolean }>(
        endpoints.listSecurityEvents,
        { query: options },
        { ...call, conversion: eventDates },
      );
      if (Array.isArray(answer.events)) return answer;
      throw createError("contract", "MALFORMED_RESPONSE", "The answer holds no events. Is the host correct?");
    },
  };
}
