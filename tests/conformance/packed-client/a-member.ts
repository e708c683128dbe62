import { createClient, OAuthStrategy } from "@porchlight/client";
import { authentication, verification } from "@porchlight/client/auth";
import { categories, type Post, posts, tags } from "@porchlight/client/blog";
import { type Member, members } from "@porchlight/client/members";
import { createServerClient, type ResponseCookie } from "@porchlight/client/server";

export interface Site {
  url: string;
  clientId: string;
  /** Registered redirect URI; never opened. */
  redirectUri: string;
}

/**
 * A program with only the published package, without a browser: signs a member up, verifies the email, exchanges a
 * code, reads the current member and the blog, and repeats it with the cookies of a request.
 */
export async function liveAsMember({ url, clientId, redirectUri }: Site): Promise<{ member: Member; latest: Post[] }> {
  const client = createClient({
    host: url,
    auth: OAuthStrategy({ clientId }),
    modules: { authentication, categories, members, posts, tags, verification },
  });
  const email = "ada@example.com";
  await client.auth.register({ email, password: "a long walk by the sea", profile: { firstName: "Ada" } });
  const result = await client.auth.processVerification({ verificationCode: await lastCodeTo(url, email) });
  if (result.loginState !== "SUCCESS") throw new Error(`Signing up ended in ${result.loginState}`);

  const data = await client.auth.generateOAuthData(redirectUri);
  const { sessionToken } = result.data;
  const { authUrl } = await client.auth.getAuthUrl(data, { prompt: "none", responseMode: "query", sessionToken });
  const answer = await fetch(authUrl, { redirect: "manual" });
  const { code, state } = client.auth.parseFromUrl(answer.headers.get("location") ?? "", "query");
  const tokens = await client.auth.getMemberTokens(code, state, data);
  await client.auth.setTokens(tokens);
  await client.members.getCurrentMember({ fieldsets: ["FULL"] });

  let cookies: readonly ResponseCookie[] = [];
  const request = { host: url, clientId, modules: { members, posts } };
  const signedIn = createServerClient({
    ...request,
    cookies: { getAll: () => cookies, setAll: (set) => (cookies = set) },
  });
  await signedIn.auth.setTokens(tokens);
  const next = createServerClient({ ...request, cookies: { getAll: () => cookies, setAll: () => undefined } });
  const { member } = await next.members.getCurrentMember({ fieldsets: ["FULL"] });
  if (!member) throw new Error("The cookies hold nobody");
  const { posts: latest } = await next.posts.listPosts({ paging: { limit: 10 }, fieldsets: ["RICH_CONTENT"] });
  return { member, latest };
}

async function lastCodeTo(url: string, email: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(email)}`);
    const code = ((await answer.json()) as { code?: string }[]).at(-1)?.code;
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
