import { createClient, isPorchlightError, OAuthStrategy } from "@porchlight/client";
import { authentication, signInWithPassword, verification } from "@porchlight/client/auth";
import { posts } from "@porchlight/client/blog";
import { members } from "@porchlight/client/members";
import { describe, expect, it } from "vitest";
import { fetchFrom, pageOf, startServer } from "./running-server.ts";

const server = await startServer();
const password = "a long walk by the sea";

function newClient(origin = server.origin) {
  return createClient({
    host: server.url,
    fetch: fetchFrom(origin),
    environment: pageOf(origin),
    auth: OAuthStrategy({ clientId: server.clientId }),
    modules: { authentication, verification, members, posts },
  });
}

async function lastCodeTo(email: string): Promise<string> {
  for (;;) {
    const inbox = (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body as {
      code?: string;
    }[];
    const code = inbox.at(-1)?.code;
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("a member's life, client and server", () => {
  it("includes registration, email verification, direct login and reading the own member", async () => {
    const client = newClient();
    const signedIn: string[] = [];
    client.on("signedIn", () => signedIn.push("signedIn"));

    const registered = await client.auth.register({
      email: "Ada@Example.com",
      password,
      profile: { firstName: "Ada" },
    });
    expect(registered.loginState).toBe("EMAIL_VERIFICATION_REQUIRED");
    const verified = await client.auth.processVerification({ verificationCode: await lastCodeTo("Ada@Example.com") });
    if (verified.loginState !== "SUCCESS") throw new Error(JSON.stringify(verified));
    await client.auth.completeLogin(verified.data.sessionToken);

    expect(client.auth.loggedIn()).toBe(true);
    expect(client.auth.getTokens().refreshToken.role).toBe("member");
    expect(signedIn).toEqual(["signedIn"]);
    const { member } = await client.members.getCurrentMember({ fieldsets: ["FULL"] });
    expect(member).toMatchObject({
      loginEmail: "Ada@example.com",
      loginEmailVerified: true,
      contact: { firstName: "Ada" },
    });
    expect(member?._createdDate).toBeInstanceOf(Date);
  });

  it("includes sign-in with a password in one call, whose result says what is missing", async () => {
    const client = newClient();
    const signIn = (email: string, text = password) => signInWithPassword(client, { email, password: text });
    expect(await signIn("ada@example.com", "a wrong password")).toMatchObject({
      loginState: "FAILURE",
      errorCode: "invalidPassword",
    });
    await client.auth.register({ email: "eve@example.com", password });
    expect(await signIn("eve@example.com")).toMatchObject({ loginState: "EMAIL_VERIFICATION_REQUIRED" });
    expect(client.auth.loggedIn()).toBe(false);
    const result = await signIn("ada@example.com");
    expect(result).toMatchObject({ loginState: "SUCCESS", tokens: { refreshToken: { role: "member" } } });
    expect(client.auth.loggedIn()).toBe(true);
  });

  it("says that a direct login needs a browser", async () => {
    const { clientId, url } = server;
    const client = createClient({ host: url, auth: OAuthStrategy({ clientId }) });
    await expect(signInWithPassword(client, { email: "ada@example.com", password })).rejects.toMatchObject({
      kind: "misconfigured",
      code: "NO_PAGE",
      message: expect.stringContaining("browsers only"),
    });
  });

  it("includes sign-in, token rotation and sign-out", async () => {
    const client = newClient();
    const answer = await client.auth.login({ email: "ada@example.com", password });
    if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
    const first = await client.auth.completeLogin(answer.data.sessionToken);
    const renewed = await client.auth.renewToken(first.refreshToken);
    expect(renewed.refreshToken).toMatchObject({ role: "member" });
    expect(renewed.refreshToken.value).not.toBe(first.refreshToken.value);
    await client.auth.setTokens(renewed);
    await client.auth.signOut();
    expect(client.auth.loggedIn()).toBe(false);
    expect(await client.members.getCurrentMember()).toEqual({});
  });

  it("accepts a session token once", async () => {
    const client = newClient();
    const answer = await client.auth.login({ email: "ada@example.com", password });
    if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
    await client.auth.getMemberTokensForDirectLogin(answer.data.sessionToken);
    const again = await client.auth
      .getMemberTokensForDirectLogin(answer.data.sessionToken)
      .catch((error: unknown) => error);
    expect(isPorchlightError(again) && again.kind).toBe("unauthenticated");
  });

  it("reports an unregistered origin with the setting", async () => {
    const client = newClient("http://stranger.localhost:5000");
    const answer = await client.auth.login({ email: "ada@example.com", password });
    if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
    const refused = await client.auth
      .getMemberTokensForDirectLogin(answer.data.sessionToken)
      .catch((error: unknown) => error);
    expect(isPorchlightError(refused) && refused.kind).toBe("misconfigured");
    expect(String(refused)).toContain("http://stranger.localhost:5000");
  });

  it("returns the same error for a wrong password, an unknown email and a malformed one", async () => {
    const client = newClient();
    const attempts = [
      { email: "ada@example.com", password: "not the password" },
      { email: "nobody@example.com", password },
      { email: "not an email", password: "" },
    ];
    const [wrong, unknown, malformed] = await Promise.all(attempts.map((attempt) => client.auth.login(attempt)));
    expect(wrong).toMatchObject({ loginState: "FAILURE", errorCode: "invalidPassword" });
    const withoutRequestId = (result: object | undefined) =>
      JSON.stringify(result).replaceAll(/"requestId":"[^"]+"/g, "");
    expect(withoutRequestId(unknown)).toBe(withoutRequestId(wrong));
    expect(withoutRequestId(malformed)).toBe(withoutRequestId(wrong));
  });

  it("reports an email in use and an invalid one", async () => {
    const client = newClient();
    expect(await client.auth.register({ email: "ADA@example.com", password })).toMatchObject({
      loginState: "FAILURE",
      errorCode: "emailAlreadyExists",
    });
    expect(await client.auth.register({ email: "not an email", password })).toMatchObject({
      loginState: "FAILURE",
      errorCode: "invalidEmail",
    });
  });

  it("sends one token request for twenty concurrent calls", async () => {
    let tokenRequests = 0;
    const counting: typeof fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input).endsWith("/oauth2/token")) tokenRequests++;
      return fetch(input, init);
    };
    const client = createClient({
      host: server.url,
      fetch: counting,
      auth: OAuthStrategy({ clientId: server.clientId }),
      modules: { posts },
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.posts.listPosts()));
    expect(answers.every((answer) => answer.posts?.length === 0)).toBe(true);
    expect(tokenRequests).toBe(1);
  });
});
