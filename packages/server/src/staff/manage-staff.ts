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
import { inviteMember } from "../auth/account/invite-member.ts";
import { siteAppId } from "../auth/apps/site-app.ts";
import { endSignIns } from "../auth/sign-in/end-sign-ins.ts";
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
  const { id } = await inviteMember(
    staffSite,
    { kind: "owner" },
    { ...person, clientId: siteAppId(staffSite.site.id) },
  );
  await storeRole(context, caller, id, role, "staff-added");
  return { staffAccount: await readAccount(context, id) };
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
  await storeRole(context, caller, id, role, "staff-role-changed");
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
    requireOtherOwner(await lockRoles(tx, siteId, caller), id);
    const member = await lockMember(tx, siteId, id);
    if (!member) throw new Refusal("STAFF_NOT_FOUND");
    await deleteStaffRole(tx, siteId, id);
    await deleteLockedMember(tx, staffSite, caller, member);
    await recordAuditEvent(tx, context, "staff-removed", { by: caller, details: { staffId: id } });
  });
  context.staffCallers.invalidate();
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

async function storeRole(
  context: StaffContext,
  caller: Caller,
  id: string,
  role: StaffRole,
  event: "staff-added" | "staff-role-changed",
): Promise<void> {
  const siteId = context.staffSite.site.id;
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, siteId, caller);
    if (roles.get(id) === role) return;
    if (roles.has(id) && role !== "owner") requireOtherOwner(roles, id);
    const at = context.now();
    await upsertStaffRole(tx, { siteId, memberId: id, role, at });
    await recordAuditEvent(tx, context, event, { by: caller, details: { staffId: id, role } });
    // Pages of the previous role must not stay open with more rights.
    if (roles.has(id)) await endSignIns(tx, siteId, id, at);
  });
  context.staffCallers.invalidate();
}

/** @throws {Refusal} `STAFF_NOT_FOUND`; `LAST_OWNER` if `id` is the only owner. */
function requireOtherOwner(roles: ReadonlyMap<string, StaffRole>, id: string): void {
  if (!roles.has(id)) throw new Refusal("STAFF_NOT_FOUND");
  const owners = [...roles].filter(([, role]) => role === "owner").map(([owner]) => owner);
  if (owners.length === 1 && owners[0] === id) throw new Refusal("LAST_OWNER");
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
    status: row.has_password ? "ACTIVE" : "INVITED",
    hasSecondFactor: row.has_second_factor,
    createdDate: row.created_at.toISOString(),
    lastLoginDate: row.last_login_at?.toISOString() ?? null,
  };
}
