import type { ListLoggedMailsResponse } from "@porchlight/contract/site/mail/mail-log";
import { mailKinds } from "@porchlight/contract/site/mail/mail-template";
import type { listLoggedMailsRequest } from "@porchlight/contract/site/mail/schema";
import type * as z from "zod";
import type { Requester } from "../platform/context/request-context.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { findLoggedMails } from "../platform/mail/mail-log-store.ts";
import type { StaffContext } from "../staff/staff-context.ts";

const defaultLimit = 50;

/** Emails to members, staff, and others, newest first, without their content. @throws {Refusal} `NOT_ALLOWED`. */
export async function listLoggedMails(
  { db, site, staffSite }: StaffContext,
  { caller }: Requester,
  { query: { limit = defaultLimit, ...filter } }: z.output<typeof listLoggedMailsRequest>,
): Promise<ListLoggedMailsResponse> {
  requireOwner(caller);
  const rows = await findLoggedMails(db, [site.id, staffSite.site.id], { ...filter, limit: limit + 1 });
  const emails = rows.slice(0, limit).map(({ createdAt, doneAt, nextAttemptAt, ...row }) => ({
    ...row,
    kind: mailKinds.find((kind) => kind === row.kind) ?? null,
    createdDate: createdAt.toISOString(),
    finishedDate: doneAt?.toISOString() ?? null,
    nextAttemptDate: nextAttemptAt?.toISOString() ?? null,
  }));
  return { emails, hasMore: rows.length > limit };
}
