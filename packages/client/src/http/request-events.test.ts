import { describe, expect, it } from "vitest";
import { posts } from "../blog/index.ts";
import {
  createClient,
  localTokenStorage,
  OAuthStrategy,
  type RequestEvent,
  type RequestEventsOptions,
  requestEvents,
} from "../index.ts";

type Respond = (url: string, init: RequestInit) => Response | Promise<Response>;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const tokens = json({ access_token: "access", refresh_token: "refresh", expires_in: 3600 });
const code = (name: string) => ({ message: "", details: { applicationError: { code: name, description: "" } } });

/** A client, what it tells of its requests, and the requests themselves. */
function connect(respond: Respond, options?: RequestEventsOptions) {
  const sent: { url: string; headers: Headers }[] = [];
  const told: RequestEvent[] = [];
  const client = createClient({
    host: "https://api.example/base",
    auth: OAuthStrategy({ clientId: "app" }),
    modules: { posts },
    observe: requestEvents(options),
    environment: { setTimeout: (run, ms) => setTimeout(run, ms < 5_000 ? 1 : 500) },
    fetch: async (input, init = {}) => {
      const url = String(input instanceof Request ? input.url : input);
      sent.push({ url, headers: new Headers(init.headers) });
      return url.endsWith("/oauth2/token") ? tokens.clone() : respond(url, init);
    },
  });
  client.on("request", (event) => told.push(event));
  /** What was told, when all of it was. */
  const ended = async (count: number) => {
    await expect.poll(() => told.filter(({ phase }) => phase === "end").length, { interval: 2 }).toBe(count);
    return told.flatMap((event) => (event.phase === "end" ? [event] : []));
  };
  return { client, sent, told, ended };
}

describe("request events", () => {
  it("tell of each request when it begins and when it ends, those for tokens too", async () => {
    const { client, told, ended } = connect(() => json({}, 200, { "x-wix-request-id": "REQ-1" }));
    await client.posts.getPostBySlug("hello", { fieldsets: ["URL"] });
    await ended(2);
    const [token, tokenEnd, read, readEnd] = told;
    expect(token).toEqual({
      phase: "start",
      id: 1,
      method: "POST",
      host: "api.example",
      path: "/base/oauth2/token",
      retries: 0,
      traceparent: undefined,
    });
    expect(tokenEnd).toMatchObject({ phase: "end", id: 1, status: 200, duration: expect.any(Number) });
    expect(read).toMatchObject({ phase: "start", id: 2, method: "GET", path: "/base/v3/posts/slugs/hello" });
    expect(readEnd).toMatchObject({ phase: "end", id: 2, status: 200, requestId: "REQ-1" });
    expect(readEnd).not.toHaveProperty("errorKind");
  });

  it("count the tries of one call", async () => {
    let tries = 0;
    const { client, ended } = connect(() => (tries++ < 2 ? json({}, 503) : json({})));
    await client.posts.getTotalPosts();
    const read = (await ended(4)).filter(({ path }) => path.endsWith("/total"));
    expect(read.map(({ status, retries, errorKind }) => [status, retries, errorKind]).sort()).toEqual([
      [200, 2, undefined],
      [503, 0, "unavailable"],
      [503, 1, "unavailable"],
    ]);
  });

  it.each<[string, Respond]>([
    ["notFound", () => json(code("POST_NOT_FOUND"), 404)],
    ["captcha", () => json(code("-19971"), 400)],
    ["rateLimited", () => json({}, 429, { "retry-after": "3600" })],
    ["misconfigured", () => json({ error: "invalid_client" }, 401)],
    ["unavailable", () => new Response("<html>", { status: 500 })],
    ["contract", () => new Response("<html>", { status: 401 })],
    ["network", () => Promise.reject(new TypeError("fetch failed"))],
    ["timeout", (_url, { signal }) => new Promise((_, reject) => signal?.addEventListener("abort", reject))],
  ])("tell the kind of error: %s", async (kind, respond) => {
    const { client, told } = connect(respond);
    await client.posts.getTotalPosts().catch(() => {});
    await expect.poll(() => told.some((event) => event.phase === "end" && event.errorKind === kind)).toBe(true);
  });

  it("tell that the caller has ended the call", async () => {
    const stop = new AbortController();
    const { client, ended } = connect((_url, { signal }) => {
      stop.abort();
      return Promise.reject(signal?.reason);
    });
    await expect(client.posts.getTotalPosts({}, { signal: stop.signal })).rejects.toMatchObject({ kind: "aborted" });
    expect((await ended(2)).at(-1)).toMatchObject({ errorKind: "aborted" });
  });

  it("hold no query, no fragment and no credentials of an address", async () => {
    const { client, told, ended } = connect(() => json({}));
    await client.fetch("/v3/posts?code=SECRET#SECRET");
    await client.fetchWithAuth("https://user:SECRET@other.example/a?token=SECRET");
    await client.fetchWithAuth(new Request("https://other.example/b?SECRET", { method: "PUT" }));
    await ended(4);
    expect(JSON.stringify(told)).not.toContain("SECRET");
    expect(told.at(-1)).toMatchObject({ method: "PUT", host: "other.example", path: "/b" });
  });

  it("leave the answer to the caller", async () => {
    const { client } = connect(() => json(code("POST_NOT_FOUND"), 404));
    const answer = await client.fetch("/v3/posts/x");
    expect(await answer.json()).toEqual(code("POST_NOT_FOUND"));
  });
});

describe("traceparent", () => {
  const form = /^00-[\da-f]{32}-[\da-f]{16}-01$/;
  const of = (sent: { headers: Headers }[]) => sent.map(({ headers }) => headers.get("traceparent"));

  it("is not sent unless asked for", async () => {
    const { client, sent } = connect(() => json({}));
    await client.posts.getTotalPosts();
    expect(of(sent)).toEqual([null, null]);
  });

  it("is one trace for a call and its tries, with an id for each, and another for the next call", async () => {
    let tries = 0;
    const { client, sent, ended } = connect(() => (tries++ < 1 ? json({}, 503) : json({})), { traceparent: true });
    await client.posts.getTotalPosts();
    await client.posts.getTotalPosts();
    const [, first, second, third] = of(sent);
    for (const value of of(sent)) expect(value).toMatch(form);
    const [traces, spans] = [1, 2].map((part) => [first, second, third].map((value) => value?.split("-")[part]));
    expect(traces?.[0]).toBe(traces?.[1]);
    expect(new Set(traces).size).toBe(2);
    expect(new Set(spans).size).toBe(3);
    expect((await ended(4)).map(({ traceparent }) => traceparent).sort()).toEqual([...of(sent)].sort());
  });

  it("is the tracer's own where there is one, and a header of the caller's goes first", async () => {
    const own = `00-${"a".repeat(32)}-${"b".repeat(16)}-00`;
    const { client, sent } = connect(() => json({}), { traceparent: () => own });
    await client.fetch("/a");
    const callers = own.replaceAll("a", "c");
    await client.fetch("/a", { headers: { traceparent: callers } });
    expect(of(sent)).toEqual([own, own, callers]);
  });

  it.each<[string, () => string | undefined]>([
    ["nothing", () => undefined],
    ["no trace", () => "trace-1"],
    ["zeros", () => `00-${"0".repeat(32)}-${"b".repeat(16)}-00`],
    ["more headers", () => `00-${"a".repeat(32)}-${"b".repeat(16)}-00\r\nx: y`],
    [
      "an error",
      () => {
        throw new Error("no tracer");
      },
    ],
  ])("is left out where the tracer answers %s", async (_what, traceparent) => {
    const { client, sent } = connect(() => json({}), { traceparent });
    expect((await client.fetch("/a")).status).toBe(200);
    expect(of(sent)).toEqual([null, null]);
  });

  it("goes to the client's own hosts alone", async () => {
    const { client, sent } = connect(() => json({}), { traceparent: true });
    for (const url of [
      "https://other.example/",
      "https://api.example.evil/",
      "http://api.example/",
      "//x/",
      "https://",
    ])
      await client.fetchWithAuth(url);
    expect(of(sent).slice(1)).toEqual([null, null, null, null, null]);
    await client.fetchWithAuth("https://api.example/elsewhere");
    expect(of(sent).at(-1)).toMatch(form);
  });

  it("is left out where the runtime has no randomness", async () => {
    const sent: Headers[] = [];
    const client = createClient({
      host: "https://api.example",
      auth: OAuthStrategy({ clientId: "app", tokenStorage: localTokenStorage() }),
      observe: requestEvents({ traceparent: true }),
      environment: { crypto: undefined },
      fetch: async (_input, init) => {
        sent.push(new Headers(init?.headers));
        return tokens.clone();
      },
    });
    await client.fetch("/a");
    expect(sent.map((headers) => headers.get("traceparent"))).toEqual([null, null]);
  });
});
