import type { SecurityEventName } from "@porchlight/contract/auth/account/security-event";
import type { Logger } from "pino";
import type { Caller } from "../context/caller.ts";
import { currentRequest } from "../context/request-context.ts";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { readDevice } from "../identity/device.ts";
import { insertAuditEvent, type NewAuditRow } from "./audit-store.ts";

/** All audit events with their log messages. Members also see those of `SecurityEventName`. */
const messages = {
  "signed-in": "a member signed in",
  "signed-in-by-key": "a program signed a member in",
  "sign-in-failed": "sign-in with a wrong password",
  "second-step-failed": "second factor failed",
  "push-denied": "a device denied a push request",
  "recovery-code-used": "a member signed in with a recovery code",
  "password-reset": "a member reset their password by email link",
  "password-changed": "a member changed their password",
  "factor-added": "a member added a second factor",
  "factor-removed": "a member removed a second factor",
  "second-steps-reset": "the owner removed a member's second factors",
  "recovery-codes-renewed": "a member generated new recovery codes",
  "e-mail-changed": "a member changed their email",
  "session-ended": "a member ended a session",
  "other-sessions-ended": "a member ended their other sessions",
  "refresh-token-reused": "a session was revoked: its refresh token was reused",
  "authorization-code-reused": "a session was revoked: its authorization code was reused",
  "member-created": "a program created a member",
  "member-muted": "a member was muted",
  "member-unmuted": "a member was unmuted",
  "member-invited": "a member was invited",
  "member-approved": "the owner approved a member",
  "member-rejected": "the owner rejected a member",
  "member-review-undone": "the approval or rejection of a member was undone",
  "password-email-sent": "a link to set a password was requested for a member",
  "member-closed": "a member was blocked",
  "member-reopened": "a member was unblocked",
  "member-deleted": "a member was deleted",
  "member-viewed": "an owner viewed the site as a member",
  "members-exported": "the owner exported all members",
  "sign-in-delayed": "too many attempts to sign in to an account",
  "key-used": "a program acted with its API key",
  "key-created": "the owner created an API key",
  "key-revoked": "the owner revoked an API key",
  "app-created": "the owner registered an app",
  "app-changed": "the owner changed an app",
  "app-disabled": "the owner disabled an app",
  "app-enabled": "the owner enabled an app",
  "app-removed": "the owner deleted an app",
  "webhook-created": "the owner created a webhook",
  "webhook-paused": "the owner paused a webhook",
  "webhook-resumed": "the owner resumed a webhook",
  "webhook-removed": "the owner deleted a webhook",
  "setting-changed": "the owner changed a setting",
  "page-published": "a page of the site was published",
  "page-unpublished": "a page of the site was unpublished",
  "page-deleted": "a page of the site was deleted",
  "page-restored": "a deleted page of the site was restored",
  "comments-moderated": "comments were approved, hidden or deleted",
  "redirect-created": "a redirect was created",
  "redirect-changed": "a redirect was changed",
  "redirect-deleted": "a redirect was deleted",
  "redirects-imported": "redirects were imported",
  "blog-import-started": "the import of a blog was started",
  "blog-import-canceled": "the import of a blog was canceled",
  "blog-import-undone": "the import of a blog was undone",
  "data-permissions-changed": "the owner changed the permissions of a collection",
  "data-collection-deleted": "the owner deleted a collection",
  "data-collection-restored": "the owner restored a deleted collection",
  "data-hook-created": "the owner created a data hook",
  "data-hook-removed": "the owner removed a data hook",
  "signing-keys-rotated": "the owner rotated the signing keys",
  "site-created": "a site was created",
  "site-changed": "a site was changed",
  "site-removed": "a site was removed",
  "site-restored": "a site was restored from a backup",
  "backup-requested": "the owner requested a backup",
  "backup-downloaded": "the owner requested the download of a backup",
  "backup-deleted": "the owner deleted a backup",
  "job-retried": "the owner ran a background job again",
  "job-cancelled": "the owner canceled a background job",
  "webhook-delivery-resent": "the owner sent a webhook delivery again",
  "webhook-replayed": "the owner sent the deliveries of a webhook again",
  "audit-log-exported": "the owner exported the audit log",
  "form-published": "changes of a form were published",
  "submission-replied": "a reply to a form submission was sent",
  "staff-added": "a staff account was added",
  "staff-role-changed": "the role of a staff account was changed",
  "staff-removed": "a staff account was removed",
} as const satisfies Record<SecurityEventName, string> & Record<string, string>;

/** The name of an audit event. */
export type AuditEvent = keyof typeof messages;
/** All audit events. */
export const auditEvents = Object.keys(messages) as readonly AuditEvent[];

export interface AuditDetails {
  by: Caller | AuditActor;
  /** The member concerned. */
  memberId?: string | undefined;
  /** Key of the email concerned; the insert resolves it to a member, if there is one. */
  emailKey?: string | undefined;
  /** `accountHash` of the email of a failed attempt. */
  account?: string | undefined;
  appId?: string | undefined;
  keyId?: string | undefined;
  /** Address of an email that staff sent. Stored with the details, but not logged. */
  recipient?: string | undefined;
  /** No contact data and no secrets. */
  details?: Readonly<Record<string, string>> | undefined;
}
export type AuditActor = NewAuditRow["actor"];

interface AuditContext {
  site: { id: string };
  log: Logger;
  now(): Date;
}

/**
 * Records an event in the transaction that causes it, and logs it.
 *
 * Source: security requirements §9.7.
 */
export async function recordAuditEvent(
  db: DbOrTx,
  context: AuditContext,
  event: AuditEvent,
  details: AuditDetails,
): Promise<void> {
  await insertAuditEvent(db, auditRow(context, event, details), details.emailKey);
  logAuditEvent(context, event, details);
}

/** Logs an event, for statements that insert {@link auditRow} themselves. */
export function logAuditEvent({ log }: Pick<AuditContext, "log">, event: AuditEvent, input: AuditDetails): void {
  const { by, memberId, account, appId, keyId, details } = input;
  // The log does not reveal whether an account exists: more people read it than the table.
  const subject = account === undefined ? { memberId } : { account };
  const actor = actorOf(by);
  log.info(
    {
      event,
      audit: true,
      by: actor,
      staffId: staffIdOf(by),
      ...subject,
      appId,
      keyId: keyId ?? keyIdOf(by),
      ...details,
    },
    messages[event],
  );
}

export function auditRow(context: Omit<AuditContext, "log">, event: AuditEvent, input: AuditDetails): NewAuditRow {
  const { by, memberId = null, account = null, appId = null, recipient } = input;
  const details = recipient === undefined ? input.details : { ...input.details, recipient };
  const at = context.now();
  const request = currentRequest();
  return {
    site_id: context.site.id,
    id: newId(at.getTime()),
    event,
    created_at: at,
    actor: actorOf(by),
    key_id: input.keyId ?? keyIdOf(by) ?? null,
    staff_id: staffIdOf(by) ?? null,
    member_id: memberId,
    account,
    app_id: appId,
    ...readDevice(request?.userAgent),
    request_id: request?.id ?? null,
    facts: details ? JSON.stringify(details) : null,
  };
}

/** Records the use of an API key, if the caller has one. */
export async function recordApiKeyUse(db: DbOrTx, context: AuditContext, caller: Caller): Promise<void> {
  if (keyIdOf(caller) !== undefined) await recordAuditEvent(db, context, "key-used", { by: caller });
}

const keyIdOf = (by: AuditDetails["by"]) =>
  typeof by === "object" && "apiKey" in by && by.apiKey ? by.apiKey.keyId : undefined;

const staffIdOf = (by: AuditDetails["by"]) => (typeof by === "object" && by.kind === "staff" ? by.staffId : undefined);

function actorOf(by: AuditDetails["by"]): AuditActor {
  if (typeof by === "string") return by;
  if (keyIdOf(by) !== undefined) return "key";
  return by.kind === "member" || by.kind === "owner" || by.kind === "staff" ? by.kind : "visitor";
}
