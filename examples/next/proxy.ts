import { createServerClient, type ResponseCookie } from "@porchlight/client/server";
import { type NextRequest, NextResponse } from "next/server";
import { readSettings } from "./lib/settings";

/** Renews the session before rendering, because server components cannot set cookies. */
export async function proxy(request: NextRequest): Promise<Response> {
  const changed: ResponseCookie[] = [];
  const client = createServerClient({
    ...readSettings(),
    cookies: {
      getAll: () => request.cookies.getAll(),
      setAll(cookies) {
        changed.push(...cookies);
        for (const { name, value } of cookies) request.cookies.set(name, value);
      },
    },
  });
  await client.getSession();
  const response = NextResponse.next({ request });
  for (const { name, value, options } of changed) response.cookies.set(name, value, options);
  return client.commitSession(response);
}

export const config = { matcher: "/((?!_next/|favicon.ico|session$).*)" };
