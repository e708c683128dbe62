import { requireMember } from "../../lib/session";

/** Rendered on the server, for members only. */
export default async function MembersPage() {
  const { member } = await requireMember("/members");
  return (
    <>
      <h1>For members</h1>
      <p>You are {member.loginEmail}.</p>
    </>
  );
}
