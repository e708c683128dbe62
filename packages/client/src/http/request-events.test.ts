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

/** A client with its events and requests. */
function connect(respond: Respond, options?: RequestEventsOptions) {
  const sent: { url: string; headers: Headers }[] = [];
  const events: RequestEvent[] = [];
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
  client.on("request", (event) => events.push(event));
  /** The events after `count` requests have ended. */
  const ended = async (count: number) => {
    await expect.poll(() => events.filter(({ phase }) => phase === "end").length, { interval: 2 }).toBe(count);
    return events.flatMap((event) => (event.phase === "end" ? [event] : []));
  };
  return { client, sent, told: events, ended };
}

describe("request events", () => {
  it("mark the start and end of each request, including token requests", async () => {
    const { client, told: events, ended } = connect(() => json({}, 200, { "x-wix-request-id": "REQ-1" }));
    await client.posts.getPostBySlug("hello", { fieldsets: ["URL"] });
    await ended(2);
    const [token, tokenEnd, read, readEnd] = events;
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

  it("count the attempts of one call", async () => {
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
  ])("have the kind of error: %s", async (kind, respond) => {
    const { client, told: events } = connect(respond);
    await client.posts.getTotalPosts().catch(() => {});
    await expect.poll(() => events.some((event) => event.phase === "end" && event.errorKind === kind)).toBe(true);
  });

  it("report an abort by the caller", async () => {
    const stop = new AbortController();
    const { client, ended } = connect((_url, { signal }) => {
      stop.abort();
      return Promise.reject(signal?.reason);
    });
    await expect(client.posts.getTotalPosts({}, { signal: stop.signal })).rejects.toMatchObject({ kind: "aborted" });
    expect((await ended(2)).at(-1)).toMatchObject({ errorKind: "aborted" });
  });

  it("contain no query, fragment or credentials of a URL", async () => {
    const { client, told: events, ended } = connect(() => json({}));
    await client.fetch("/v3/posts?code=SECRET#SECRET");
    await client.fetchWithAuth("https://user:SECRET@other.example/a?token=SECRET");
    await client.fetchWithAuth(new Request("https://other.example/b?SECRET", { method: "PUT" }));
    await ended(4);
    expect(JSON.stringify(events)).not.toContain("SECRET");
    expect(events.at(-1)).toMatchObject({ method: "PUT", host: "other.example", path: "/b" });
  });

  it("leave the response body to the caller", async () => {
    const { client } = connect(() => json(code("POST_NOT_FOUND"), 404));
    const response = await client.fetch("/v3/posts/x");
    expect(await response.json()).toEqual(code("POST_NOT_FOUND"));
  });
});

describe("traceparent", () => {
  const form = /^00-[\da-f]{32}-[\da-f]{16}-01$/;
  const of = (sent: { headers: Headers }[]) => sent.map(({ headers }) => headers.get("traceparent"));

  it("is not sent by default", async () => {
    const { client, sent } = connect(() => json({}));
    await client.posts.getTotalPosts();
    expect(of(sent)).toEqual([null, null]);
  });

  it("has one trace per call with one span per attempt", async () => {
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

  it("comes from the tracer; the caller's header takes precedence", async () => {
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
  ])("is omitted when the tracer returns %s", async (_what, traceparent) => {
    const { client, sent } = connect(() => json({}), { traceparent });
    expect((await client.fetch("/a")).status).toBe(200);
    expect(of(sent)).toEqual([null, null]);
  });

  it("is only sent to the client's hosts", async () => {
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

  it("is omitted without a source of randomness", async () => {
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
