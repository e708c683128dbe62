import { type DocumentNode, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { ApiKeyStrategy } from "./auth/strategies/api-key-strategy.ts";
import { OAuthStrategy } from "./auth/strategies/oauth-strategy.ts";
import { posts } from "./blog/index.ts";
import { type ClientOptions, createClient } from "./create-client.ts";
import { isPorchlightError } from "./errors.ts";
import { hostedPlatform } from "./http/hosts.ts";
import type { Module } from "./transport.ts";

const tokens = {
  accessToken: { value: "TOKEN", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "visitor" as const },
};
/** As in `@graphql-typed-document-node/core`. */
type TypedDocumentNode<Data, Variables> = DocumentNode & { __apiType?(variables: Variables): Data };
type Respond = (request: Request) => Response | Promise<Response>;
type Options = Partial<Omit<ClientOptions<unknown, Record<string, Module<object>>>, "auth" | "modules">>;

/** A visitor's client whose server responds to every request with `respond`. */
function connect(respond: Respond = () => Response.json({}), options: Options = {}) {
  const sent: Request[] = [];
  const client = createClient({
    host: "https://api.example",
    ...options,
    auth: OAuthStrategy({ clientId: "app", tokens }),
    modules: { posts },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(request);
      return respond(request);
    },
  });
  return { client, sent };
}

/** A server that starts a response and never completes it; its body fails with the signal. */
const streaming: Respond = ({ signal }) => {
  const body = new ReadableStream({
    start(controller) {
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
  return new Response(body);
};

describe("client.fetch", () => {
  it.each([
    ["/any/path?a=1", "https://api.example/any/path?a=1"],
    ["any/path", "https://api.example/any/path"],
    ["https://other.example/x", "https://other.example/x"],
    ["HTTP://other.example/x", "http://other.example/x"],
    ["", "https://api.example/"],
  ])("resolves %j to %s", async (path, url) => {
    const { client, sent } = connect();
    await client.fetch(path);
    expect(sent.map((request) => request.url)).toEqual([url]);
  });

  it.each([
    "//evil.example/x",
    "\\\\evil.example",
    "/\\evil.example",
    "@evil.example/",
    ":80@evil.example",
    ".evil.example",
    " //evil.example",
    "\t//evil.example",
  ])("does not resolve the path %j to another host", async (path) => {
    const { client, sent } = connect();
    await client.fetch(path);
    expect(new URL(sent[0]?.url ?? "").host).toBe("api.example");
  });

  it("resolves paths below the host's own path", async () => {
    const { client, sent } = connect(undefined, { host: "https://site.example/members/" });
    await client.fetch("/any/path");
    expect(sent[0]?.url).toBe("https://site.example/members/any/path");
  });

  it("sends the token, the client's headers and text as JSON; the caller's headers take precedence", async () => {
    const { client, sent } = connect(undefined, { headers: { "X-Own": "client", "X-Other": "client" } });
    const init = Object.freeze({
      method: "POST",
      body: "a,b",
      headers: Object.freeze({ "x-own": "call", "CONTENT-TYPE": "text/csv", authorization: "mine" }),
    });
    await client.fetch("/csv", init);
    await client.fetch("/json", { method: "POST", body: "{}" });
    await client.fetch("/form", { method: "POST", body: new URLSearchParams({ a: "1" }) });
    const sentHeaders = sent.map(({ headers }) =>
      ["authorization", "content-type", "x-own", "x-other"].map((name) => headers.get(name)),
    );
    expect(sentHeaders).toEqual([
      ["TOKEN", "text/csv", "call", "client"],
      ["TOKEN", "application/json", "client", "client"],
      ["TOKEN", "application/x-www-form-urlencoded;charset=UTF-8", "client", "client"],
    ]);
  });

  it("sends one content type even if the caller sets it", async () => {
    const json = { "Content-Type": "application/json" };
    const sent: (string | null)[] = [];
    const client = createClient({
      host: "https://api.example",
      headers: json,
      auth: OAuthStrategy({ clientId: "app", tokenRequestOptions: { headers: json } }),
      fetch: async (input, init) => {
        sent.push(new Request(input, init).headers.get("content-type"));
        return Response.json({ access_token: "A", refresh_token: "R", expires_in: 3600 });
      },
    });
    await client.fetch("/x", { method: "POST", body: "{}" });
    await client.graphql("{ x }");
    expect(sent).toEqual(["application/json", "application/json", "application/json"]);
  });

  it("returns any response without retries", async () => {
    for (const status of [204, 401, 404, 429, 503]) {
      const { client, sent } = connect(() => new Response(null, { status }));
      expect((await client.fetch("/x")).status).toBe(status);
      expect(sent).toHaveLength(1);
    }
  });

  it("throws only PorchlightErrors", async () => {
    const unreachable = connect(() => Promise.reject(new TypeError("fetch failed"))).client;
    await expect(unreachable.fetch("/x")).rejects.toMatchObject({ kind: "network", cause: expect.any(TypeError) });
    const aborted = connect(() => new Promise<Response>(() => {})).client;
    const call = aborted.fetch("/x", { signal: AbortSignal.abort("enough") });
    await expect(call).rejects.toMatchObject({ kind: "aborted", cause: "enough" });
    const { client } = connect();
    for (const init of [{ headers: { "bad name": "x" } }, { method: "BAD METHOD" }, { body: "x", method: "GET" }]) {
      const error: unknown = await client.fetch("/x", init).catch((thrown: unknown) => thrown);
      expect(isPorchlightError(error), String(error)).toBe(true);
    }
  });

  it("limits the time to the response headers to 30 seconds, but not the body", async () => {
    const timers = new Map<number, { run(): void; milliseconds: number }>();
    let last = 0;
    const environment = {
      setTimeout(run: () => void, milliseconds: number) {
        timers.set(++last, { run, milliseconds });
        return last;
      },
      clearTimeout: (timer: unknown) => void timers.delete(timer as number),
    };
    const silent = connect(() => new Promise<Response>(() => {}), { environment });
    const call = silent.client.fetch("/x");
    await new Promise((resolve) => setImmediate(resolve));
    expect([...timers.values()].map(({ milliseconds }) => milliseconds)).toEqual([30_000]);
    for (const { run } of [...timers.values()]) run();
    await expect(call).rejects.toMatchObject({ kind: "timeout" });
    expect(silent.sent[0]?.signal.aborted).toBe(true);

    const controller = new AbortController();
    const stream = await connect(streaming, { environment }).client.fetch("/x", { signal: controller.signal });
    expect(timers.size).toBe(0);
    const body = stream.text();
    controller.abort(new Error("enough"));
    await expect(body).rejects.toThrow("enough");
  });
});

describe("client.fetchWithAuth", () => {
  it("adds only the token", async () => {
    const { client, sent } = connect(undefined, { headers: { "x-own": "client" } });
    await client.fetchWithAuth("https://api.example/x", { method: "POST", body: "text" });
    const { headers } = sent[0] as Request;
    expect([headers.get("authorization"), headers.get("x-own"), headers.get("content-type")]).toEqual([
      "TOKEN",
      null,
      "text/plain;charset=UTF-8",
    ]);
  });

  it("sends a Request unchanged", async () => {
    const { client, sent } = connect();
    const controller = new AbortController();
    const request = new Request("https://api.example/x", {
      method: "PUT",
      body: "{}",
      headers: { "x-call": "1" },
      signal: controller.signal,
    });
    await client.fetchWithAuth(request);
    expect(sent[0]).toMatchObject({ method: "PUT", url: "https://api.example/x" });
    expect(await sent[0]?.text()).toBe("{}");
    expect([sent[0]?.headers.get("x-call"), request.headers.get("authorization")]).toEqual(["1", null]);
    controller.abort();
    await expect(client.fetchWithAuth(new Request(request.url, { signal: controller.signal }))).rejects.toMatchObject({
      kind: "aborted",
    });
  });

  it("sends the API key and site", async () => {
    const sent: Headers[] = [];
    const client = createClient({
      host: "https://api.example",
      auth: ApiKeyStrategy({ apiKey: "KEY", siteId: "SITE" }),
      headers: { "x-own": "client" },
      fetch: async (_input, init) => {
        sent.push(new Headers(init?.headers));
        return Response.json({});
      },
    });
    await client.fetchWithAuth("https://api.example/x");
    await client.fetch("/x");
    expect(
      sent.map((headers) => [headers.get("authorization"), headers.get("wix-site-id"), headers.get("x-own")]),
    ).toEqual([
      ["KEY", "SITE", null],
      ["KEY", "SITE", "client"],
    ]);
  });
});

describe("client.graphql", () => {
  it("does not rename variables or data", async () => {
    const respond = { data: { item: { id: "1", createdDate: "2024-05-06T07:08:09.123Z" } } };
    const { client, sent } = connect(() => Response.json(respond));
    const variables = { _id: "1", filter: { _createdDate: { $gt: 1 } } };
    expect(await client.graphql("query Q { item { id } }", variables)).toEqual({ ...respond, errors: undefined });
    expect(await sent[0]?.json()).toEqual({ query: "query Q { item { id } }", variables });
  });

  it("returns GraphQL errors of status 200 and throws others with details", async () => {
    const errors = [{ message: "No such field." }];
    const partial = connect(() => Response.json({ data: null, errors }));
    expect(await partial.client.graphql("{ x }")).toEqual({ data: {}, errors });
    const refused = connect(() =>
      Response.json(
        { message: "No.", details: { applicationError: { code: "NOT_ALLOWED", description: "No.", data: {} } } },
        { status: 403, headers: { "X-Wix-Request-Id": "R" } },
      ),
    );
    await expect(refused.client.graphql("{ x }")).rejects.toMatchObject({
      kind: "forbidden",
      code: "NOT_ALLOWED",
      requestId: "R",
    });
  });

  it("is not retried", async () => {
    const { client, sent } = connect(() => Response.json({}, { status: 503 }));
    await expect(client.graphql("mutation { x }")).rejects.toMatchObject({ kind: "unavailable", retryable: true });
    expect(sent).toHaveLength(1);
  });

  it("sends parsed documents as text", async () => {
    const { client, sent } = connect(() => Response.json({ data: { tag: null } }));
    const document: TypedDocumentNode<{ tag: { label: string } | null }, { slug: string }> = parse(
      "query Tag($slug: String!) { tag(slug: $slug) { label } }",
    );
    const { data } = await client.graphql(document, { slug: "news" });
    const label: string | undefined = data.tag?.label;
    expect(label).toBeUndefined();
    expect(await sent[0]?.json()).toEqual({
      query: "query Tag($slug: String!) { tag(slug: $slug) { label } }",
      variables: { slug: "news" },
    });
    // @ts-expect-error A variable of another type.
    await client.graphql(document, { slug: 1 });
  });

  it("infers the types of a document", async () => {
    const { client } = connect(() => Response.json({ data: { item: { id: "1" } } }));
    // As GraphQL Code Generator writes it.
    class TypedDocumentString<Data, Variables> extends String {
      declare __apiType?: (variables: Variables) => Data;
    }
    const document = new TypedDocumentString<{ item: { id: string } }, { id: string }>(
      "query Q($id: ID!) { item(id: $id) { id } }",
    );
    const { data } = await client.graphql(document, { id: "1" });
    const id: string = data.item.id;
    expect(id).toBe("1");
    // @ts-expect-error A variable of another type.
    await client.graphql(document, { id: 1 });
  });
});

describe("every call", () => {
  const freeze = <Value>(value: Value): Value => {
    if (typeof value === "object" && value !== null) for (const member of Object.values(value)) freeze(member);
    return Object.freeze(value);
  };

  it("does not change its arguments", async () => {
    const { client, sent } = connect(() => Response.json({ redirectSession: { fullUrl: "https://login.example" } }));
    const address = { addressLine1: "1 X St", formatted: "1 X St, London" };
    const profile = freeze({
      addresses: [{ address }],
      customFields: [{ name: "n", value: { numValue: Number.NaN } }],
    });
    await client.auth.register(
      freeze({ email: "a@b.co", password: "pw", profile, captchaTokens: { recaptchaToken: "R" } }),
    );
    await client.auth.login(freeze({ email: "a@b.co", password: "pw" }));
    await client.auth.getMemberTokens("C", "S", freeze({ state: "S", codeVerifier: "V" })).catch(() => {});
    await client.auth.setTokens(freeze(structuredClone(tokens)));
    await client.posts.listPosts(freeze({ paging: { limit: 1 }, fieldsets: ["URL"] }));
    await client.posts.queryPosts(freeze({ filter: { _id: { $in: ["1"] } } }), freeze({ fieldsets: ["URL"] }));
    await client.graphql("{ x }", freeze({ _id: "1" }));
    expect(sent).toHaveLength(6);
  });
});

describe("the consistency header", () => {
  it("is sent from each response to later calls, but not to other clients or the token endpoint", async () => {
    let value = 0;
    const respond: Respond = ({ url }) =>
      Response.json(
        url.endsWith("/oauth2/token") ? { access_token: "NEW", refresh_token: "R", expires_in: 3600 } : {},
        { headers: { "X-Wix-Consistent": `C${++value}` } },
      );
    const { client, sent } = connect(respond);
    await client.fetch("/a");
    await client.fetchWithAuth("https://api.example/b");
    await client.graphql("{ c }");
    await client.posts.getTotalPosts();
    await client.auth.renewToken(tokens.refreshToken);
    await client.auth.sendPasswordResetEmail("a@b.co", "https://me.example");
    expect(sent.map(({ headers }) => headers.get("x-wix-consistent"))).toEqual([null, "C1", "C2", "C3", null, null]);
    const other = connect(respond);
    await other.client.fetch("/a");
    expect(other.sent[0]?.headers.get("x-wix-consistent")).toBeNull();
  });

  it("is dropped when another caller signs in or out, but not by a renewal", async () => {
    const respond: Respond = ({ url, headers }) => {
      if (url.endsWith("/oauth2/token"))
        return Response.json({ access_token: "renewed", refresh_token: "rotated", expires_in: 3600 });
      if (headers.get("authorization") === "rejected")
        return Response.json({ details: { applicationError: { code: "UNAUTHENTICATED" } } }, { status: 401 });
      return Response.json({}, { headers: { "X-Wix-Consistent": "C" } });
    };
    const member = (name: string) => ({
      accessToken: { value: name, expiresAt: 4_102_444_800 },
      refreshToken: { value: `${name}-refresh`, role: "member" as const },
    });
    const { client, sent } = connect(respond);
    const sentHeader = async () => {
      await client.fetch("/a");
      return sent.at(-1)?.headers.get("x-wix-consistent");
    };
    expect([await sentHeader(), await sentHeader()]).toEqual([null, "C"]);
    await client.auth.setTokens(member("ada"));
    expect([await sentHeader(), await sentHeader()]).toEqual([null, "C"]);
    await client.auth.setTokens(member("bob"));
    expect([await sentHeader(), await sentHeader()]).toEqual([null, "C"]);
    await client.auth.setTokens({ ...client.auth.getTokens(), accessToken: { value: "rejected", expiresAt: 4e9 } });
    await client.posts.getTotalPosts();
    expect(sent.slice(-3).map(({ headers }) => headers.get("authorization"))).toEqual(["rejected", null, "renewed"]);
    expect(await sentHeader()).toBe("C");
    await client.auth.signOut();
    expect([await sentHeader(), await sentHeader()]).toEqual([null, "C"]);
  });
});

describe("hosts", () => {
  const hostsOf = async (options: Options) => {
    const { client, sent } = connect(undefined, options);
    await client.posts.getTotalPosts();
    await client.auth.sendPasswordResetEmail("a@b.co", "https://me.example");
    await client.graphql("{ x }");
    await client.fetch("/x");
    return sent.map(({ url }) => new URL(url).origin);
  };

  it("are the same for one URL, with or without a trailing slash", async () => {
    for (const host of ["https://api.example", "https://api.example/", "https://api.example//"]) {
      expect(new Set(await hostsOf({ host }))).toEqual(new Set(["https://api.example"]));
    }
  });

  it("are the edge for modules and the API for all other calls", async () => {
    const { api, edge } = hostedPlatform;
    expect(await hostsOf({ host: hostedPlatform })).toEqual([edge, api, api, api]);
    expect(await hostsOf({ host: hostedPlatform, useCDN: true })).toEqual([edge, api, api, api]);
    expect(await hostsOf({ host: hostedPlatform, useCDN: false })).toEqual([api, api, api, api]);
  });
});
