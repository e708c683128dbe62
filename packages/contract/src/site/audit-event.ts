/** An entry of the audit log. Unknown values are absent. */
export interface AuditEvent {
  id: string;
  /** ISO 8601, UTC. */
  date: string;
  /** The name of the event, such as `setting-changed`. */
  event: string;
  /** Who did it: `owner` is a person with a terminal, `key` a program with an API key. */
  by: string;
  /** The member concerned. */
  memberId?: string;
  /** A hash of the email of a failed sign-in. */
  account?: string;
  keyId?: string;
  /** The staff account of an event with `by` `staff`. */
  staffId?: string;
  appId?: string;
  browser?: string;
  device?: string;
  /** Also in the server's log. */
  requestId?: string;
  details?: Record<string, string>;
}

export type ListAuditEventsRequest = {
  query: {
    /** ID or email of a member or staff account. An email without an account finds attempts to sign in with it. */
    person?: string | undefined;
    event?: string | undefined;
    /** ISO 8601. */
    since?: string | undefined;
    /** ISO 8601; exclusive. */
    until?: string | undefined;
    /** ID of the oldest loaded event, to load older ones. */
    before?: string | undefined;
    /** 1 to 1000; default 50. */
    limit?: number | undefined;
  };
};
export interface ListAuditEventsResponse {
  /** Newest first. */
  events: AuditEvent[];
  hasMore: boolean;
}
