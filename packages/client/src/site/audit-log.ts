import type { ListAuditEventsRequest, AuditEvent as WireAuditEvent } from "@porchlight/contract/site/audit-event";
import * as endpoints from "@porchlight/contract/site/endpoints";
import type { CallOptions, Transport } from "../transport.ts";

/** An entry of the audit log. Unknown values are absent. */
export type AuditEvent = Omit<WireAuditEvent, "id" | "date"> & { _id: string; date: Date };

/** Selects entries of the audit log. */
export type AuditFilter = Omit<ListAuditEventsRequest["query"], "since" | "until"> & { since?: Date; until?: Date };

const conversion = { response: { timestamp: ["events.date"] } };

/** The audit log, for staff with the role owner. Other callers get `NOT_ALLOWED`. A Porchlight extension. */
export function auditLog(transport: Transport) {
  return {
    /** Who did what, newest first, including sign-ins of staff. For the next page, pass `before`. */
    listAuditEvents(
      { since, until, ...filter }: AuditFilter = {},
      call?: CallOptions,
    ): Promise<{ events: AuditEvent[]; hasMore: boolean }> {
      const query = {
        ...filter,
        ...(since && { since: since.toISOString() }),
        ...(until && { until: until.toISOString() }),
      };
      return transport.send<object, { events: AuditEvent[]; hasMore: boolean }>(
        endpoints.listAuditEvents,
        { query },
        { ...call, conversion },
      );
    },
  };
}
