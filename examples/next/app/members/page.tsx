import { requireMember } from "../../lib/session";

/** What stands here is made on the server, for members alone. */
export default async function MembersPage() {
  const { member } = await requireMember("/members");
  return (
    <>
      <h1>For members</h1>
      <p>You are {member.loginEmail}.</p>
    </>
  );
}
