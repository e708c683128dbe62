import { createClient, isPorchlightError, OAuthStrategy } from "@porchlight/client";
import { authentication, recovery } from "@porchlight/client/auth";
import { posts } from "@porchlight/client/blog";
import { members } from "@porchlight/client/members";
import { createContractStub } from "@porchlight/client/testing";
import { createMember } from "@porchlight/server/operations";
import { describe, expect, it, vi } from "vitest";
import { putPost } from "../../packages/server/test/blog/posts.ts";
import type { InboxMessage } from "../product.ts";
import { fetchFrom, pageOf, startServer } from "./running-server.ts";

/**
 * Compares the stub of the testing kit with the real server: the same calls have the same results and errors. Generated
 * values are compared by kind.
 */
const server = await startServer();
const password = "a long walk by the sea";
const profile = { firstName: "Grace", lastName: "Hopper", phones: [{ tag: "HOME" as const, phone: "+44 1" }] };
await createMember(server.context, { kind: "owner" }, { email: "grace@example.com", password, profile });
const fixtures = [
  { title: "On lamps", slug: "lamps", hashtags: ["light"], pinned: true, views: 3 },
  { title: "On glue", slug: "glue", hashtags: ["mending"], featured: true, views: 5 },
  { title: "On wood", slug: "wood", hashtags: ["mending", "light"], language: "de", views: 1 },
];
const day = (index: number) => new Date(Date.UTC(2025, 0, 1 + index));
for (const [index, post] of fixtures.entries())
  await putPost(server.context, { ...post, firstPublishedAt: day(index) });
const stub = createContractStub({
  members: [{ email: "grace@example.com", password, profile }],
  posts: fixtures.map(({ views, ...post }, index) => ({
    ...post,
    excerpt: "How it begins",
    contentText: "How it begins, and ends.",
    firstPublishedDate: day(index).toISOString(),
    metrics: { comments: 0, likes: 0, views },
  })),
});

const connect = (host: string, clientId: string, send: typeof fetch, environment: object) =>
  createClient({
    host,
    auth: OAuthStrategy({ clientId }),
    modules: { authentication, members, posts, recovery },
    fetch: send,
    environment: { random: () => 0, ...environment },
  });
type Client = ReturnType<typeof connect>;

interface Side {
  client: Client;
  /** The newest secret emailed to this address, once there are `count` emails. */
  mailed(to: string, count: number): Promise<string>;
}

const sides: Record<"server" | "stub", Side> = {
  server: {
    client: connect(server.url, server.clientId, fetchFrom(server.origin), pageOf(server.origin)),
    async mailed(to, count) {
      const read = async () => (await fetch(`${server.url}/dev/mail.json?to=${to}`)).json() as Promise<InboxMessage[]>;
      await vi.waitUntil(async () => (await read()).length >= count, { interval: 20, timeout: 5_000 });
      const { code, link = "" } = (await read())[count - 1]!;
      return code ?? new URLSearchParams(link.slice(link.indexOf("#") + 1)).get("token") ?? "";
    },
  },
  stub: {
    client: connect("https://porchlight.test", server.clientId, stub.fetch, { page: stub.page }),
    async mailed(to, count) {
      const { code, recoveryToken = "" } = stub.emails.filter((mail) => mail.to === to)[count - 1]!;
      return code ?? recoveryToken;
    },
  },
};

/** Normalizes ids, secrets and dates. */
function plain(value: unknown, key = ""): unknown {
  if (value instanceof Date || /Date$/.test(key)) return `<${key}>`;
  if (/^(_?id|contactId|slug|requestId|cursor|next|prev|base|expiresAt)$|Token$/.test(key) && value !== null)
    return `<${key}>`;
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (key === "url") return new URL(String(value)).pathname;
  if (key === "message") return String(value).replace(/request(-| )id: \S+/, "request id");
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined && typeof entry !== "function")
      .map(([name, entry]) => [name, plain(entry, name)]),
  );
}

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return plain(await call);
  } catch (error) {
    if (!isPorchlightError(error)) throw error;
    return { thrown: plain({ ...error, message: error.message }) };
  }
}

type Step = (side: Side) => Promise<unknown>;

/** Runs each step on both sides. */
async function expectAlike(steps: Record<string, Step>): Promise<void> {
  const results: Record<string, unknown[]> = {};
  for (const [name, step] of Object.entries(steps))
    results[name] = [await outcomeOf(step(sides.server)), await outcomeOf(step(sides.stub))];
  const of = (index: number) => Object.fromEntries(Object.entries(results).map(([name, both]) => [name, both[index]]));
  expect(of(1)).toEqual(of(0));
}

const email = "ada@example.com";
const signIn = async ({ client }: Side, as: string, secret = password) => {
  const result = await client.auth.login({ email: as, password: secret });
  if (result.loginState === "SUCCESS") await client.auth.completeLogin(result.data.sessionToken);
  return [result, client.auth.getSession()];
};

describe("the stub of the testing kit behaves like the server", () => {
  it("for sign-up, sign-in and sign-out", () =>
    expectAlike({
      "no email": ({ client }) => client.auth.register({ email: "nobody", password }),
      "a short password": ({ client }) => client.auth.register({ email, password: "short" }),
      both: ({ client }) => client.auth.register({ email: "", password: "" }),
      "signing up": ({ client }) => client.auth.register({ email, password, profile: { firstName: "Ada" } }),
      "a taken email": ({ client }) => client.auth.register({ email: email.toUpperCase(), password }),
      "signing in too early": ({ client }) => client.auth.login({ email, password }),
      "a wrong code": ({ client }) => client.auth.processVerification({ verificationCode: "no" }),
      "a made-up state": ({ client }) =>
        client.auth.processVerification(
          { verificationCode: "123456" },
          { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "made up" } },
        ),
      "a wrong password": ({ client }) => client.auth.login({ email: "grace@example.com", password: "wrong password" }),
      "a stranger": ({ client }) => client.auth.login({ email: "nobody@example.com", password }),
      "a visitor": ({ client }) => client.members.getCurrentMember({ fieldsets: ["FULL"] }),
      "signing in": (side) => signIn(side, "grace@example.com"),
      "who it is": ({ client }) => client.members.getCurrentMember({ fieldsets: ["FULL"] }),
      "what everybody sees": ({ client }) => client.members.getCurrentMember(),
      renewing: async ({ client }) =>
        (await client.auth.renewToken(client.auth.getTokens().refreshToken)).refreshToken.role,
      "a made-up refresh token": ({ client }) => client.auth.renewToken({ value: "made up", role: "member" }),
      "a made-up session": ({ client }) => client.auth.completeLogin("made up"),
      "signing out": async ({ client }) => {
        const { logoutUrl } = await client.auth.logout(`${server.origin}/callback`);
        return [new URL(logoutUrl).pathname, client.auth.getSession()];
      },
    }));

  it("for invalid untyped requests", () => {
    const none = {} as { email: string; password: string };
    const numbers = { email: 5, password: 7 } as unknown as typeof none;
    return expectAlike({
      "signing in with nothing": ({ client }) => client.auth.login(none),
      "signing in with numbers": ({ client }) => client.auth.login(numbers),
      "signing up with nothing": ({ client }) => client.auth.register(none),
      "signing up with numbers": ({ client }) => client.auth.register(numbers),
      "signing up without a password": ({ client }) => client.auth.register({ ...none, email: "zoe@example.com" }),
      "signing up without an email": ({ client }) => client.auth.register({ ...none, password }),
      "a link to nobody": ({ client }) => client.recovery.sendRecoveryEmail(undefined as unknown as string),
      "a link that is none": ({ client }) => client.recovery.recover(undefined as unknown as string),
      "a password that is none": ({ client }) => client.recovery.recover("made up", numbers),
      "no email": ({ client }) => client.authentication.validateEmail(undefined as unknown as string),
      "a page of posts that is too long": ({ client }) => client.posts.listPosts({ paging: { limit: 101 } }),
      "a query that asks for too many": ({ client }) => client.posts.queryPosts().limit(101).find(),
      "a query that asks for none": ({ client }) => client.posts.queryPosts().limit(0).find(),
    });
  });

  it("for codes and links of emails", () =>
    expectAlike({
      "signing up": ({ client }) => client.auth.register({ email: "mary@example.com", password }),
      "the code": async ({ client, mailed }) =>
        client.auth.processVerification({ verificationCode: await mailed("mary@example.com", 1) }),
      "the code again": async ({ client, mailed }) =>
        client.auth.processVerification({ verificationCode: await mailed("mary@example.com", 1) }),
      "no email": ({ client }) => client.recovery.sendRecoveryEmail("nobody"),
      "a stranger": ({ client }) => client.recovery.sendRecoveryEmail("nobody@example.com"),
      "a link": ({ client }) => client.recovery.sendRecoveryEmail("grace@example.com"),
      "whether it works": async ({ client, mailed }) => client.recovery.recover(await mailed("grace@example.com", 1)),
      "a short password": async ({ client, mailed }) =>
        client.recovery.recover(await mailed("grace@example.com", 1), { password: "short" }),
      "a new password": async ({ client, mailed }) =>
        client.recovery.recover(await mailed("grace@example.com", 1), { password: "another walk by the sea" }),
      "the link again": async ({ client, mailed }) =>
        client.recovery.recover(await mailed("grace@example.com", 1), { password }),
      "the former password": ({ client }) => client.auth.login({ email: "grace@example.com", password }),
      "signing in": (side) => signIn(side, "grace@example.com", "another walk by the sea"),
      "an email": ({ client }) => client.authentication.validateEmail("a@example.com"),
      "no email at all": ({ client }) => client.authentication.validateEmail("a"),
    }));

  it("for profile changes", () =>
    expectAlike({
      "their names": async ({ client }) => {
        const { member } = await client.members.getCurrentMember();
        return client.members.updateMember(member?._id ?? "", {
          contact: { firstName: "Rear Admiral", phones: ["+44 2"] },
          privacyStatus: "PUBLIC",
        });
      },
      themselves: async ({ client }) => {
        const { member } = await client.members.getCurrentMember();
        return client.members.getMember(member?._id ?? "", { fieldsets: ["EXTENDED"] });
      },
      "nobody's record": ({ client }) => client.members.getMember("01980000-0000-7000-8000-000000000001"),
      "someone else's": ({ client }) =>
        client.members.updateMember("01980000-0000-7000-8000-000000000001", { contact: { firstName: "X" } }),
    }));

  it("for reading posts", () =>
    expectAlike({
      all: ({ client }) => client.posts.listPosts(),
      "with everything": ({ client }) =>
        client.posts.listPosts({ fieldsets: ["URL", "CONTENT_TEXT", "METRICS", "RICH_CONTENT"] }),
      "by views": ({ client }) => client.posts.listPosts({ sort: "VIEW_COUNT", paging: { limit: 2 } }),
      "by title": ({ client }) => client.posts.listPosts({ sort: "TITLE_DESC", paging: { limit: 1, offset: 1 } }),
      "the next page": async ({ client }) => {
        const { metaData } = await client.posts.listPosts({ sort: "TITLE_ASC", paging: { limit: 2 } });
        return client.posts.listPosts({ paging: { cursor: metaData.cursor ?? "" } });
      },
      "a made-up cursor": ({ client }) => client.posts.listPosts({ paging: { cursor: "made up" } }),
      "featured ones": ({ client }) => client.posts.listPosts({ featured: true }),
      "by hashtag and language": ({ client }) => client.posts.listPosts({ hashtags: ["light"], language: "de" }),
      "one by slug": ({ client }) => client.posts.getPostBySlug("glue", { fieldsets: ["METRICS"] }),
      "none by slug": ({ client }) => client.posts.getPostBySlug("none"),
      "none by id": ({ client }) => client.posts.getPost("01980000-0000-7000-8000-000000000001"),
      metrics: async ({ client }) => {
        const { post } = await client.posts.getPostBySlug("lamps");
        return client.posts.getPostMetrics(post._id);
      },
      total: ({ client }) => client.posts.getTotalPosts(),
      "those that a query asks for": async ({ client }) => {
        const { items, hasNext } = await client.posts
          .queryPosts()
          .hasSome("hashtags", ["light"])
          .startsWith("title", "On")
          .ascending("title")
          .find();
        return [items, hasNext()];
      },
      "page after page": async ({ client }) => {
        const first = await client.posts
          .queryPosts()
          .gt("metrics.views", 0)
          .descending("metrics.views")
          .limit(2)
          .find();
        const second = await first.next();
        return [first.items, second.items, second.hasNext(), second.hasPrev()];
      },
      "what every operator finds": async ({ client: { posts } }) => {
        const query = posts.queryPosts();
        const queries = [
          query.eq("hashtags", "light"),
          query.startsWith("title", "on"),
          query.endsWith("title", "glue"),
          query.contains("title", " l"),
          query.in("slug", ["glue", "wood", "none"]),
          query.hasAll("hashtags", ["light", "mending"]),
          query.exists("memberId"),
          query.isEmpty("authors"),
          query.isNotEmpty("hashtags"),
          query.between("metrics.views", 2, 5),
          query.ge("firstPublishedDate", day(1)),
          query.lt("firstPublishedDate", day(1)),
          query.le("metrics.views", 1).or(query.eq("featured", true)),
        ];
        const pages = await Promise.all(queries.map((one) => one.ascending("title").find()));
        return pages.map(({ items }) => items.map(({ title }) => title));
      },
      "what a query leaves out": async ({ client }) => {
        const query = client.posts.queryPosts();
        return (await query.not(query.eq("slug", "glue")).ne("language", "de").find()).items;
      },
    }));
});
