import { readSession } from "../lib/session";

export default async function HomePage() {
  const { role } = await readSession();
  return (
    <>
      <h1>A site with Next.js</h1>
      <p>{role === "member" ? "Good to see you again." : "Members find more behind the door."}</p>
    </>
  );
}
