import type { SecurityEvent as WireSecurityEvent } from "@porchlight/contract/auth/account/security-event";
import * as endpoints from "@porchlight/contract/auth/account/security-event-endpoints";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";

/** A security event of the member's account. */
export type SecurityEvent = Omit<WireSecurityEvent, "id" | "date"> & { _id: string; date: Date };

const eventDates = { response: { timestamp: ["events.date"] } };

/** Security events of the member's account. A Porchlight extension. */
export function securityEvents(transport: Transport) {
  return {
    /**
     * Lists sign-ins, failed attempts, password changes and other security events, newest first.
     *
     * @param options.limit 1 to 100; default 50.
     * @param options.before Id of the oldest loaded event, to load older ones.
     * @throws {PorchlightError} `NOT_ALLOWED` for a visitor.
     */
    async listSecurityEvents(
      options: { limit?: number; before?: string } = {},
      call?: CallOptions,
    ): Promise<{ events: SecurityEvent[]; hasMore: boolean }> {
      const response = await transport.send<object, { events: SecurityEvent[]; hasMore: boolean }>(
        endpoints.listSecurityEvents,
        { query: options },
        { ...call, conversion: eventDates },
      );
      if (Array.isArray(response.events)) return response;
      throw createError("contract", "MALFORMED_RESPONSE", "The response has no events. Is the host correct?");
    },
  };
}
