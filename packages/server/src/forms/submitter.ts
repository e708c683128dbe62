import type { Caller } from "../platform/context/caller.ts";
import type { SubmitterKind } from "../platform/db/tables/form-tables.ts";

/** Who submits a form or uploads a file for it. The owner has no id. */
export interface Submitter {
  kind: SubmitterKind;
  id: string | null;
}

/** The caller as a submitter. */
export function submitterOf(caller: Caller): Submitter {
  switch (caller.kind) {
    case "member":
      return { kind: "member", id: caller.memberId };
    case "visitor":
      return { kind: "visitor", id: caller.visitorId };
    case "apiKey":
      return { kind: "key", id: caller.apiKey.keyId };
    default:
      return { kind: "owner", id: null };
  }
}

/** Whether a member or visitor submitted this row. */
export function isSubmitter(
  caller: Caller,
  row: { submitter_kind: SubmitterKind; submitter_id: string | null },
): boolean {
  const { kind, id } = submitterOf(caller);
  return (kind === "member" || kind === "visitor") && row.submitter_kind === kind && row.submitter_id === id;
}
