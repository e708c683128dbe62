import type {
  ChangeStaffRoleRequest,
  InviteStaffRequest,
  ListStaffResponse,
  StaffAccount,
  StaffAccountResponse,
  StaffByIdRequest,
} from "@porchlight/contract/staff/staff";
import type { Transaction } from "kysely";
import { deleteLockedMember } from "../auth/account/delete-member.ts";
import { createInvitation, type InvitationLink, inviteMember } from "../auth/account/invite-member.ts";
import { siteAppId } from "../auth/apps/site-app.ts";
import { endSessions } from "../auth/sign-in/end-sign-ins.ts";
import { lockMember } from "../members/members-store.ts";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller, StaffRole } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import type { Tables } from "../platform/db/tables/tables.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { requireRecentStaffAuthentication, type StaffContext } from "./staff-context.ts";
import {
  deleteStaffRole,
  findOwnersWhoCanSignIn,
  findStaff,
  findStaffAccount,
  lockStaffRoles,
  type StaffRow,
  upsertStaffRole,
} from "./staff-store.ts";

/** The caller's own staff account. @throws {Refusal} `NOT_ALLOWED` for callers other than staff. */
export async function getMyStaffAccount(context: StaffContext, { caller }: Requester): Promise<StaffAccountResponse> {
  if (caller.kind !== "staff") throw new Refusal("NOT_ALLOWED");
  return { staffAccount: await readAccount(context, caller.staffId) };
}

/** All staff accounts, oldest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listStaff(context: StaffContext, { caller }: Requester): Promise<ListStaffResponse> {
  requireOwner(caller);
  return { staffAccounts: (await findStaff(context.db, context.staffSite.site.id)).map(toStaffAccount) };
}

/**
 * Creates a staff account and emails a link to set its password; for an account without a password, sends another link
 * and changes the role.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `REAUTHENTICATION_REQUIRED`; `-19995` if the account has a password;
 *   `TOO_MANY_REQUESTS` after one email in a minute, three in an hour, or ten in a day.
 * @throws {InvalidArguments} `email`, a name or the language is invalid.
 */
export async function inviteStaff(
  context: StaffContext,
  { caller }: Requester,
  { body: { role, ...person } }: InviteStaffRequest,
): Promise<StaffAccountResponse> {
  await authorizeChange(context, caller);
  const { staffSite } = context;
  const { id } = await inviteMember(staffSite, caller, { ...person, clientId: siteAppId(staffSite.site.id) });
  await storeRole(context, caller, id, role);
  return { staffAccount: await readAccount(context, id) };
}

/**
 * Creates a staff account, or another link for one without a password, and returns the link instead of sending it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than the operator; `-19995` if the account has a password.
 * @throws {InvalidArguments} `email` or a name is invalid.
 */
export async function createStaff(
  context: StaffContext,
  { caller }: Requester,
  { body: { role, ...person } }: InviteStaffRequest,
): Promise<StaffAccountResponse & { link: InvitationLink }> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const { staffSite } = context;
  const input = { ...person, clientId: siteAppId(staffSite.site.id) };
  const { member, link } = await createInvitation(staffSite, caller, input);
  await storeRole(context, caller, member.id, role);
  return { staffAccount: await readAccount(context, member.id), link };
}

/**
 * Changes the role of a staff account.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `REAUTHENTICATION_REQUIRED`, `STAFF_NOT_FOUND`; `LAST_OWNER`.
 */
export async function changeStaffRole(
  context: StaffContext,
  { caller }: Requester,
  { params, body: { role } }: ChangeStaffRoleRequest,
): Promise<StaffAccountResponse> {
  await authorizeChange(context, caller);
  const id = params.id.toLowerCase();
  await readAccount(context, id);
  await storeRole(context, caller, id, role);
  return { staffAccount: await readAccount(context, id) };
}

/**
 * Removes a staff account and ends its sessions.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `REAUTHENTICATION_REQUIRED`, `STAFF_NOT_FOUND`; `LAST_OWNER`.
 */
export async function removeStaff(
  context: StaffContext,
  { caller }: Requester,
  { params }: StaffByIdRequest,
): Promise<Record<never, never>> {
  await authorizeChange(context, caller);
  const { staffSite } = context;
  const siteId = staffSite.site.id;
  const id = params.id.toLowerCase();
  await context.db.transaction().execute(async (tx) => {
    await requireOtherOwner(tx, siteId, await lockRoles(tx, siteId, caller), id);
    const member = await lockMember(tx, siteId, id);
    if (!member) throw new Refusal("STAFF_NOT_FOUND");
    await deleteStaffRole(tx, siteId, id);
    await deleteLockedMember(tx, staffSite, caller, member);
    await recordAuditEvent(tx, context, "staff-removed", { by: caller, details: { staffId: id } });
  });
  applyAtOnce(context);
  return {};
}

async function authorizeChange(context: StaffContext, caller: Caller): Promise<void> {
  requireOwner(caller);
  await requireRecentStaffAuthentication(context, caller);
}

/** The roles, locked. @throws {Refusal} `NOT_ALLOWED` if a concurrent change has taken the caller's role. */
async function lockRoles(
  tx: Transaction<Tables>,
  siteId: string,
  caller: Caller,
): Promise<ReadonlyMap<string, StaffRole>> {
  const roles = await lockStaffRoles(tx, siteId);
  if (caller.kind === "staff" && roles.get(caller.staffId) !== "owner") throw new Refusal("NOT_ALLOWED");
  return roles;
}

async function storeRole(context: StaffContext, caller: Caller, id: string, role: StaffRole): Promise<void> {
  const siteId = context.staffSite.site.id;
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, siteId, caller);
    if (roles.get(id) === role) return;
    if (roles.has(id) && role !== "owner") await requireOtherOwner(tx, siteId, roles, id);
    const at = context.now();
    await upsertStaffRole(tx, { siteId, memberId: id, role, at });
    const event = roles.has(id) ? "staff-role-changed" : "staff-added";
    await recordAuditEvent(tx, context, event, { by: caller, details: { staffId: id, role } });
    // Pages of the previous role must not stay open with more rights. An invitation stays valid.
    if (roles.has(id)) await endSessions(tx, siteId, id, at);
  });
  applyAtOnce(context);
}

/** Ends the sessions on open pages with their next request. */
function applyAtOnce({ staffCallers, staffSite }: StaffContext): void {
  staffCallers.invalidate();
  staffSite.liveSessions.invalidate();
}

/**
 * @throws {Refusal} `STAFF_NOT_FOUND`; `LAST_OWNER` if `id` is the only owner, or the only one who can sign in: an
 *   invited owner may never accept.
 */
async function requireOtherOwner(
  tx: Transaction<Tables>,
  siteId: string,
  roles: ReadonlyMap<string, StaffRole>,
  id: string,
): Promise<void> {
  if (!roles.has(id)) throw new Refusal("STAFF_NOT_FOUND");
  if (roles.get(id) !== "owner") return;
  const isOnly = (owners: readonly string[]) => owners.length === 1 && owners[0] === id;
  const all = [...roles].filter(([, role]) => role === "owner").map(([owner]) => owner);
  if (isOnly(all) || isOnly(await findOwnersWhoCanSignIn(tx, siteId))) throw new Refusal("LAST_OWNER");
}

async function readAccount(context: StaffContext, id: string): Promise<StaffAccount> {
  const row = await findStaffAccount(context.db, context.staffSite.site.id, id);
  if (!row) throw new Refusal("STAFF_NOT_FOUND");
  return toStaffAccount(row);
}

function toStaffAccount(row: StaffRow): StaffAccount {
  return {
    id: row.id,
    email: row.email,
    name: [row.profile.firstName, row.profile.lastName].filter(Boolean).join(" "),
    role: row.role,
    status: row.has_password || row.has_second_factor ? "ACTIVE" : "INVITED",
    hasSecondFactor: row.has_second_factor,
    createdDate: row.created_at.toISOString(),
    lastLoginDate: row.last_login_at?.toISOString() ?? null,
  };
}
