import { endpoint } from "../../endpoint.ts";
import type { ListSecurityEventsRequest, SecurityEvent } from "./security-event.ts";

/** This server's own: the contract has no call for it. It stands apart for the sake of pages that never need it. */
export const listSecurityEvents = /* @__PURE__ */ endpoint<
  ListSecurityEventsRequest,
  { events: SecurityEvent[]; hasMore: boolean }
>("GET", "/_api/porchlight/v1/auth/security-events");
