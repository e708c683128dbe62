import type { StaffRole } from "@porchlight/contract/staff/staff";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

const caller = { caller: owner };

interface InviteUserOptions extends CommonOptions {
  email: string;
  role: StaffRole;
  firstName?: string;
  lastName?: string;
}

/** `porchlight user invite` */
export async function inviteUser(io: Io, { email, role, firstName, lastName, ...options }: InviteUserOptions) {
  const invite = (context: server.AppContext) =>
    server.inviteStaff(context, caller, { body: { email, role, firstName, lastName } });
  const { staffAccount } = await withOperator(io, options, invite, { begins: true });
  printResult(
    io,
    staffAccount,
    `Invited ${staffAccount.email} as ${staffAccount.role}. The link in the email is valid for 30 minutes.`,
  );
}

/** `porchlight user create` */
export async function createUser(io: Io, { email, role, firstName, lastName, ...options }: InviteUserOptions) {
  const create = (context: server.AppContext) =>
    explained(email, () => server.createStaff(context, caller, { body: { email, role, firstName, lastName } }));
  const { staffAccount, link } = await withOperator(io, options, create, { begins: true });
  printResult(
    io,
    { ...staffAccount, link: link.url },
    `Created ${staffAccount.email} as ${staffAccount.role}. This link sets the password, and is valid for ${link.ttlMinutes} minutes:\n\n  ${link.url}\n`,
  );
}

/** `porchlight user list` */
export async function listUsers(io: Io, options: CommonOptions): Promise<void> {
  const { staffAccounts } = await withOperator(io, options, (context) => server.listStaff(context, caller));
  const rows = staffAccounts.map(({ id, email, name, role, status, hasSecondFactor, lastLoginDate }) => [
    id,
    email,
    name,
    role,
    status.toLowerCase(),
    hasSecondFactor ? "yes" : "no",
    lastLoginDate?.slice(0, 10) ?? "",
  ]);
  printResult(
    io,
    { staffAccounts },
    rows.length === 0
      ? "There are no users of the console. The next start prints a setup link."
      : formatTable(["id", "email", "name", "role", "status", "second factor", "last sign-in"], rows),
  );
}

/** `porchlight user role <id> <role>` */
export async function changeUserRole(io: Io, id: string, role: StaffRole, options: CommonOptions): Promise<void> {
  const change = (context: server.AppContext) =>
    explained(id, async () => {
      return server.changeStaffRole(context, caller, { params: { id: await idOf(context, id) }, body: { role } });
    });
  const { staffAccount } = await withOperator(io, options, change);
  printResult(io, staffAccount, `${staffAccount.email} is ${staffAccount.role} now and has to sign in again.`);
}

/** `porchlight user remove <id>` */
export async function removeUser(io: Io, id: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, (context) =>
    explained(id, async () => server.removeStaff(context, caller, { params: { id: await idOf(context, id) } })),
  );
  printResult(io, { id, removed: true }, `Removed ${id}.`);
}

/** The id of the account with this id or email. */
async function idOf(context: server.AppContext, text: string): Promise<string> {
  const { staffAccounts } = await server.listStaff(context, caller);
  const found = staffAccounts.find(({ id, email }) => [id, email.toLowerCase()].includes(text.toLowerCase()));
  if (!found) throw new server.Refusal("STAFF_NOT_FOUND");
  return found.id;
}

async function explained<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof server.Refusal)) throw error;
    if (error.code === "STAFF_NOT_FOUND")
      throw new Failure(`There is no user "${id}". This lists them: porchlight user list`);
    if (error.code === "-19995")
      throw new Failure(`${id} has an account with a password already. This changes its role: porchlight user role`);
    if (error.code === "LAST_OWNER") throw new Failure(error.message);
    throw error;
  }
}
