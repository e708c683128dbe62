import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { MemberSummary } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { describeWriteFailure } from "../../runtime/errors/write-failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface CreateMemberOptions extends CommonOptions {
  email: string;
  password: string;
  status: IdentityStatus;
}

/** `porchlight member create` */
export async function createMember(io: Io, options: CreateMemberOptions): Promise<void> {
  const { email, password, status } = options;
  const create = (context: server.AppContext) => server.createMember(context, owner, { email, password, status });
  const member = await withOperator(io, options, create, { begins: true });
  printResult(io, member, `Created ${member.email} (${member.id}), ${member.status}.`);
}

/** `porchlight member invite` */
export async function inviteMember(io: Io, options: CommonOptions & server.InviteMemberInput): Promise<void> {
  const member = await withOperator(io, options, (context) => server.inviteMember(context, owner, options));
  printResult(io, member, `Invited ${member.email} (${member.id}). The link in the mail works for 30 minutes.`);
}

interface ListMembersOptions extends CommonOptions {
  status?: IdentityStatus;
  search?: string;
}

/** `porchlight member list` */
export async function listMembers(io: Io, options: ListMembersOptions): Promise<void> {
  const { status, search } = options;
  const members = await withOperator(io, options, (context) => server.listMembers(context, owner, { status, search }));
  printResult(io, { members }, members.length === 0 ? "There are no such members." : describeMembers(members));
}

/** `porchlight member show <id or email>` */
export async function showMember(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (context) => server.showMember(context, owner, idOrEmail));
  const { profile, contact, ...account } = member;
  const rows = Object.entries({ ...account, ...profile, ...contact, photo: profile.photo?.url });
  const lines = rows.flatMap(([name, value]) => (isEmpty(value) ? [] : [[name, describeValue(value)]]));
  printResult(io, member, formatTable(["field", "value"], lines));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);

const describeValue = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** `porchlight member export <file>` */
export async function exportMembers(io: Io, file: string, options: CommonOptions): Promise<void> {
  let members = 0;
  await withOperator(io, options, async (context) => {
    const output = createWriteStream(file, { flags: "wx", mode: 0o600 });
    await pipeline(async function* () {
      for await (const chunk of server.exportMembers(context, owner)) {
        members += chunk.members;
        yield chunk.text;
      }
    }, output);
  }).catch((error: unknown) => {
    throw describeWriteFailure(file, error);
  });
  printResult(io, { file, members }, `Exported ${members} members to "${file}", which only you may read.`);
}

/** `porchlight member approve <id or email>` */
export async function approveMember(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (context) => server.approveMember(context, owner, idOrEmail));
  const waiting = member.status === "PENDING" ? " Their email is still to be confirmed." : "";
  printResult(io, member, `Approved ${member.email}, ${member.status}.${waiting}`);
}

/** `porchlight member reject <id or email>` */
export async function rejectMember(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (context) => server.rejectMember(context, owner, idOrEmail));
  printResult(io, member, `Rejected ${member.email}, ${member.status}.`);
}

/** `porchlight member reset-second-steps <id or email>` */
export async function resetSecondSteps(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (context) => server.resetMfa(context, owner, idOrEmail));
  printResult(io, member, `Removed the second factors and recovery codes of ${member.email}.`);
}

interface BlockMemberOptions extends CommonOptions {
  offline?: boolean;
}

/** `porchlight member block <id or email>` */
export async function blockMember(io: Io, idOrEmail: string, options: BlockMemberOptions): Promise<void> {
  const status = options.offline ? "OFFLINE" : "BLOCKED";
  const member = await withOperator(io, options, (context) =>
    server.closeAccount(context, { caller: owner }, idOrEmail, status),
  );
  printResult(io, member, `${member.email} is ${member.status}, and signed out everywhere.`);
}

/** `porchlight member unblock <id or email>` */
export async function unblockMember(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (context) => server.reopenAccount(context, owner, idOrEmail));
  printResult(io, member, `${member.email} is ${member.status}, and can sign in again.`);
}

/** `porchlight member delete <id or email>` */
export async function deleteMember(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (context) =>
    server.deleteMember(context, { caller: owner }, idOrEmail),
  );
  printResult(io, member, `Deleted ${member.email}. The email can be used for a new account.`);
}

function describeMembers(members: MemberSummary[]): string {
  return formatTable(
    ["id", "email", "name", "status", "since"],
    members.map(({ id, email, name, status, createdDate }) => [
      id,
      email,
      name ?? "",
      status,
      createdDate.slice(0, 10),
    ]),
  );
}
