import { isPorchlightError } from "@porchlight/client";
import { createServerClient, type MemberSession, type PageToken } from "@porchlight/client/server";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readSettings } from "./settings";
import { withReturnTo } from "./site-path";

/** The client of this request. In server components, which cannot set cookies, `set` throws. */
export const serverClient = cache(async () => {
  const store = await cookies();
  return createServerClient({
    ...readSettings(),
    cookies: {
      getAll: () => store.getAll(),
      setAll: (changed) => {
        for (const { name, value, options } of changed) store.set(name, value, options);
      },
    },
  });
});

/** The session with the member's name. */
export const readSession = cache(async () => (await serverClient()).getSession({ member: true }));

/** The access token for scripts of the page. Only for pages that are rendered per request. */
export async function readPageToken(): Promise<PageToken | undefined> {
  await readSession();
  return (await serverClient()).getPageToken();
}

/** Restricts the page `path` to members. */
export async function requireMember(path: string): Promise<MemberSession> {
  try {
    return await (await serverClient()).requireMember();
  } catch (error) {
    if (isPorchlightError(error) && error.code === "MEMBER_REQUIRED") redirect(withReturnTo("/sign-in", path));
    if (isPorchlightError(error) && error.code === "RENEWAL_NEEDED") redirect(withReturnTo("/session", path));
    throw error;
  }
}
