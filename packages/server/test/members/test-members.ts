import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { IdentityStatus } from "@porchlight/contract/auth/state";
import { insertMember, setProfile } from "../../src/members/members-store.ts";
import { newId } from "../../src/platform/db/ids.ts";
import type { TestServer } from "../test-server.ts";

/** Adds a member without a password; the email is `<slug>@example.com`. Each call is later than the previous one. */
export async function addTestMember(
  server: Pick<TestServer, "context" | "advance">,
  {
    slug,
    status = "ACTIVE",
    title,
    ...profile
  }: IdentityProfile & { slug: string; status?: IdentityStatus; title?: string },
): Promise<string> {
  const { db, site, now } = server.context;
  server.advance(1_000);
  const [id, email, at] = [newId(now().getTime()), `${slug}@example.com`, now()];
  await insertMember(db, {
    siteId: site.id,
    id,
    email,
    emailKey: email,
    emailVerified: true,
    passwordHash: null,
    status,
    pendingReasons: status === "PENDING" ? ["PENDING_ADMIN_APPROVAL_REQUIRED"] : [],
    slug,
    profile,
    at,
  });
  if (title !== undefined) await setProfile(db, site.id, id, { profile, title, at });
  return id;
}
