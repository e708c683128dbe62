import type { SecurityEventName } from "@porchlight/contract/auth/account/security-event";
import type { Logger } from "pino";
import type { Caller } from "../context/caller.ts";
import { currentRequest } from "../context/request-context.ts";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { readDevice } from "../identity/device.ts";
import { insertAuditEvent, type NewAuditRow } from "./audit-store.ts";

/** What an owner can find who looks into what happened, with the words of the log. Members are told of the first ones. */
const messages = {
  "signed-in": "a member signed in",
  "signed-in-by-key": "a program signed a member in",
  "sign-in-failed": "somebody tried to sign in with a wrong password",
  "second-step-failed": "somebody failed at the second step",
  "push-denied": "a second step was refused on a device",
  "recovery-code-used": "a member signed in with a recovery code",
  "password-reset": "a member has a new password by a link from a mail",
  "password-changed": "a member changed their password",
  "factor-added": "a member added a second step",
  "factor-removed": "a member removed a second step",
  "second-steps-reset": "the owner removed a member's second steps",
  "recovery-codes-renewed": "a member made new recovery codes",
  "e-mail-changed": "a member changed their e-mail",
  "session-ended": "a member ended a session",
  "other-sessions-ended": "a member ended their other sessions",
  "refresh-token-reused": "a session was ended: two had its refresh token",
  "authorization-code-reused": "a session was ended: two had its code",
  "member-invited": "a member was invited",
  "member-approved": "the owner let a member in",
  "member-rejected": "the owner turned a member down",
  "member-closed": "a member was kept out",
  "member-reopened": "a member was let in again",
  "member-deleted": "a member was deleted",
  "sign-in-delayed": "too many attempts to sign in to an account",
  "key-used": "a program acted with its API key",
  "key-created": "the owner made an API key",
  "key-revoked": "the owner ended an API key",
  "app-created": "the owner registered an app",
  "webhook-created": "the owner has an app told of what happens",
  "webhook-removed": "the owner no longer has an app told",
  "setting-changed": "the owner changed a setting",
  "data-permissions-changed": "the owner changed who may do what with a collection's items",
  "data-collection-deleted": "the owner deleted a collection",
  "data-collection-restored": "the owner brought a deleted collection back",
  "data-hook-created": "the owner has an address called around what is done with a collection's items",
  "data-hook-removed": "the owner no longer has an address called",
  "signing-keys-rotated": "the owner made a new signing key",
} as const satisfies Record<SecurityEventName, string> & Record<string, string>;

/** The name of an audit event. */
export type AuditEvent = keyof typeof messages;
/** All audit events. */
export const auditEvents = Object.keys(messages) as readonly AuditEvent[];

export interface AuditDetails {
  by: Caller | AuditActor;
  /** Whom it happened to. */
  memberId?: string | undefined;
  /** Key of the e-mail that it happened to, where it is not known whose it is, or whether it is anybody's: the row finds out. */
  emailKey?: string | undefined;
  /** `accountHash` of an e-mail, where somebody only tried. */
  account?: string | undefined;
  appId?: string | undefined;
  keyId?: string | undefined;
  /** Whatever else there is to know. Nothing that a person could be reached by, and no secret. */
  details?: Readonly<Record<string, string>> | undefined;
}
export type AuditActor = NewAuditRow["actor"];

/** What recording an event takes. */
interface AuditContext {
  site: { id: string };
  log: Logger;
  now(): Date;
}

/**
 * Writes down what happened, in the transaction that makes it happen: both, or neither. The log has it too.
 *
 * Source: security requirements §9.7.
 */
export async function recordAuditEvent(
  db: DbOrTx,
  context: AuditContext,
  event: AuditEvent,
  facts: AuditDetails,
): Promise<void> {
  await insertAuditEvent(db, auditRow(context, event, facts), facts.emailKey);
  logAuditEvent(context, event, facts);
}

/** The log's part of it, for statements that write {@link auditRow} themselves. */
export function logAuditEvent({ log }: Pick<AuditContext, "log">, event: AuditEvent, facts: AuditDetails): void {
  const { by, memberId, account, appId, keyId, details } = facts;
  // Whether a tried e-mail is a member's is told by the table alone, which fewer people read.
  const whom = account === undefined ? { memberId } : { account };
  const actor = actorOf(by);
  log.info({ event, audit: true, by: actor, ...whom, appId, keyId: keyId ?? keyIdOf(by), ...details }, messages[event]);
}

export function auditRow(context: Omit<AuditContext, "log">, event: AuditEvent, facts: AuditDetails): NewAuditRow {
  const { by, memberId = null, account = null, appId = null, details } = facts;
  const at = context.now();
  const request = currentRequest();
  return {
    site_id: context.site.id,
    id: newId(at.getTime()),
    event,
    created_at: at,
    actor: actorOf(by),
    key_id: facts.keyId ?? keyIdOf(by) ?? null,
    member_id: memberId,
    account,
    app_id: appId,
    ...readDevice(request?.userAgent),
    request_id: request?.id ?? null,
    facts: details ? JSON.stringify(details) : null,
  };
}

/** Writes down that a program has used its API key, if it is one that asks. */
export async function recordApiKeyUse(db: DbOrTx, context: AuditContext, caller: Caller): Promise<void> {
  if (keyIdOf(caller) !== undefined) await recordAuditEvent(db, context, "key-used", { by: caller });
}

const keyIdOf = (by: AuditDetails["by"]) =>
  typeof by === "object" && "apiKey" in by && by.apiKey ? by.apiKey.keyId : undefined;

function actorOf(by: AuditDetails["by"]): AuditActor {
  if (typeof by === "string") return by;
  if (keyIdOf(by) !== undefined) return "key";
  return by.kind === "member" || by.kind === "owner" ? by.kind : "visitor";
}
