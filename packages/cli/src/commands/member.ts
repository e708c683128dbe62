import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { MemberSummary } from "@porchlight/server";
import * as server from "@porchlight/server";
import { answer, formatTable, type Io } from "../io.ts";
import { type CommonOptions, owner, withOperator } from "../operator.ts";

interface CreateMemberOptions extends CommonOptions {
  email: string;
  password: string;
  status: IdentityStatus;
}

/** `porchlight member create` */
export async function createMember(io: Io, options: CreateMemberOptions): Promise<void> {
  const { email, password, status } = options;
  const member = await withOperator(io, options, (deps) =>
    server.createMember(deps, owner, { email, password, status }),
  );
  answer(io, member, `Created ${member.email} (${member.id}), ${member.status}.`);
}

interface ListMembersOptions extends CommonOptions {
  status?: IdentityStatus;
}

/** `porchlight member list` */
export async function listMembers(io: Io, options: ListMembersOptions): Promise<void> {
  const { status } = options;
  const members = await withOperator(io, options, (deps) => server.listMembers(deps, owner, status ? { status } : {}));
  answer(io, { members }, members.length === 0 ? "There are no such members." : describeMembers(members));
}

/** `porchlight member approve <id or e-mail>` */
export async function approveMember(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (deps) => server.approveMember(deps, owner, idOrEmail));
  const waiting = member.status === "PENDING" ? " Their e-mail is still to be confirmed." : "";
  answer(io, member, `Approved ${member.email}, ${member.status}.${waiting}`);
}

/** `porchlight member reject <id or e-mail>` */
export async function rejectMember(io: Io, idOrEmail: string, options: CommonOptions): Promise<void> {
  const member = await withOperator(io, options, (deps) => server.rejectMember(deps, owner, idOrEmail));
  answer(io, member, `Rejected ${member.email}, ${member.status}.`);
}

function describeMembers(members: MemberSummary[]): string {
  return formatTable(
    ["id", "e-mail", "name", "status", "since"],
    members.map(({ id, email, name, status, createdDate }) => [
      id,
      email,
      name ?? "",
      status,
      createdDate.slice(0, 10),
    ]),
  );
}
