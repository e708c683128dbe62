import { endpoint } from "../../endpoint.ts";
import type { ListSecurityEventsRequest, SecurityEvent } from "./security-event.ts";

/** A Porchlight extension, in a separate file because few pages need it. */
export const listSecurityEvents = /* @__PURE__ */ endpoint<
  ListSecurityEventsRequest,
  { events: SecurityEvent[]; hasMore: boolean }
>("GET", "/_api/porchlight/v1/auth/security-events");
