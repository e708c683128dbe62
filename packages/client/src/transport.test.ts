import { endpoint } from "@porchlight/contract/endpoint";
import { describe, expect, it } from "vitest";
import { createEnvironment } from "./environment.ts";
import { isPorchlightError } from "./errors.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

type Reply = () => Response | Promise<Response>;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => {
  return () => new Response(JSON.stringify(body), { status, headers });
};
const refusal = (status: number, code: string): Reply =>
  json({ message: "No.", details: { applicationError: { code, description: "No.", data: {} } } }, status);
const lost: Reply = () => Promise.reject(new TypeError("fetch failed"));

/** Scripted replies, the last one repeats; delays elapse immediately and are recorded. */
function setUp(replies: Reply[], overrides: Partial<TransportOptions> = {}) {
  const sent: { url: string; headers: Headers; body: unknown }[] = [];
  const waits: number[] = [];
  const spent: string[] = [];
  let token = "T1";
  const transport = createTransport({
    hosts: { api: "https://api.example", edge: "https://edge.example" },
    fetch: async (input, init = {}) => {
      const reply = replies[Math.min(sent.length, replies.length - 1)] as Reply;
      sent.push({ url: String(input), headers: new Headers(init.headers), body: init.body });
      return reply();
    },
    environment: createEnvironment({
      random: () => 0.5,
      setTimeout(run, milliseconds) {
        if (milliseconds >= 30_000) return undefined;
        waits.push(milliseconds);
        return setTimeout(run);
      },
    }),
    authorizer: {
      authorize: async () => token,
      discard(old) {
        spent.push(old);
        token = "T2";
      },
    },
    consistent: true,
    ...overrides,
  });
  return { transport, sent, waits, spent };
}

const get = endpoint("GET", "/things");
const post = endpoint("POST", "/things");
const query = endpoint("POST", "/things/query", { readOnly: true });

describe("createTransport", () => {
  it("sends the raw token and a content type only with a body", async () => {
    const { transport, sent } = setUp([json({})]);
    await transport.send(get, {});
    await transport.send(post, { body: { a: 1 } });
    expect(sent.map(({ headers }) => [headers.get("authorization"), headers.get("content-type")])).toEqual([
      ["T1", null],
      ["T1", "application/json"],
    ]);
  });

  it("sends the client's own headers, but no other Authorization", async () => {
    const { transport, sent } = setUp([json({})], { headers: { authorization: "mine", "x-mine": "1" } });
    await transport.send(get, {});
    expect([sent[0]?.headers.get("authorization"), sent[0]?.headers.get("x-mine")]).toEqual(["T1", "1"]);
  });

  it("echoes the last consistency header", async () => {
    const { transport, sent } = setUp([json({}, 200, { "X-Wix-Consistent": "C1" }), json({})]);
    for (let call = 0; call < 3; call++) await transport.send(get, {});
    expect(sent.map(({ headers }) => headers.get("x-wix-consistent"))).toEqual([null, "C1", "C1"]);
  });

  it("drops the consistency header after a minute, and when the caller changes", async () => {
    let now = 0;
    let identity = "Ada";
    const { transport, sent } = setUp([json({}, 200, { "X-Wix-Consistent": "C1" }), json({})], {
      environment: createEnvironment({ monotonic: () => now }),
      authorizer: { authorize: async () => "token", discard() {}, identity: () => identity },
    });
    const sentHeader = async () => {
      await transport.send(get, {});
      return sent.at(-1)?.headers.get("x-wix-consistent");
    };
    expect([await sentHeader(), await sentHeader()]).toEqual([null, "C1"]);
    now = 59_999;
    expect(await sentHeader()).toBe("C1");
    now = 60_000;
    expect(await sentHeader()).toBeNull();
    const other = setUp([json({}, 200, { "X-Wix-Consistent": "C1" }), json({})], {
      authorizer: { authorize: async () => "token", discard() {}, identity: () => identity },
    });
    await other.transport.send(get, {});
    identity = "Bob";
    await other.transport.send(get, {});
    expect(other.sent.map(({ headers }) => headers.get("x-wix-consistent"))).toEqual([null, null]);
  });

  it.each([
    ["a lost connection", lost],
    ["429", json({}, 429)],
    ["502", json({}, 502)],
    ["503", json({}, 503)],
    ["504", json({}, 504)],
  ])("retries a GET and a read-only POST twice after %s with increasing delays", async (_name, fault) => {
    for (const target of [get, query]) {
      const { transport, sent, waits } = setUp([fault, fault, json({ ok: true })]);
      expect(await transport.send(target, {})).toEqual({ ok: true });
      expect(sent).toHaveLength(3);
      expect(waits).toEqual([250, 500]);
    }
  });

  it("does not retry writes", async () => {
    for (const fault of [lost, json({}, 503)]) {
      const { transport, sent } = setUp([fault]);
      await expect(transport.send(post, { body: {} })).rejects.toMatchObject({ retryable: true });
      expect(sent).toHaveLength(1);
    }
  });

  it("does not retry after 500 or a rejection", async () => {
    for (const status of [400, 403, 404, 409, 500, 501]) {
      const { transport, sent } = setUp([json({}, status)]);
      await expect(transport.send(get, {})).rejects.toMatchObject({ status });
      expect(sent).toHaveLength(1);
    }
  });

  it("honors Retry-After up to 10 seconds and reports a longer one", async () => {
    const short = setUp([json({}, 429, { "Retry-After": "3" }), json({ ok: true })]);
    expect(await short.transport.send(get, {})).toEqual({ ok: true });
    expect(short.waits).toEqual([3_000]);

    const long = setUp([json({}, 429, { "Retry-After": "11" })]);
    await expect(long.transport.send(get, {})).rejects.toMatchObject({ kind: "rateLimited", retryAfter: 11 });
    expect(long.sent).toHaveLength(1);
  });

  it("renews a rejected token once and repeats the call, including writes", async () => {
    const { transport, sent, spent } = setUp([refusal(401, "UNAUTHENTICATED"), json({ ok: true })]);
    expect(await transport.send(post, { body: {} })).toEqual({ ok: true });
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["T1", "T2"]);
    expect(spent).toEqual(["T1"]);

    const stubborn = setUp([refusal(401, "UNAUTHENTICATED")]);
    await expect(stubborn.transport.send(get, {})).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(stubborn.sent).toHaveLength(2);
  });

  it("does not repeat a sign-in after 401", async () => {
    for (const code of ["-19976", "UNAUTHENTICATED"]) {
      const { transport, sent } = setUp([refusal(401, code)]);
      await expect(transport.send(post, { body: {} }, { replay: false })).rejects.toMatchObject({ code });
      expect(sent).toHaveLength(1);
    }
  });

  it("treats every 2xx as success, an empty body as an empty object", async () => {
    expect(await setUp([json({ a: 1 }, 201)]).transport.send(post, {})).toEqual({ a: 1 });
    expect(await setUp([() => new Response(null, { status: 204 })]).transport.send(post, {})).toEqual({});
    expect(await setUp([() => new Response("")]).transport.send(get, {})).toEqual({});
  });

  it.each([200, 500])("calls JSON that is nested without end a fault of the host, with status %i", async (status) => {
    const deep = `{"message":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const { transport } = setUp([() => new Response(deep, { status })]);
    await expect(transport.send(get, {})).rejects.toMatchObject({
      name: "PorchlightError",
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });

  it("reports a failure of toError immediately, with its cause, not as a network error", async () => {
    for (const status of [400, 503]) {
      const { transport, sent } = setUp([json({}, status)]);
      const cause = new TypeError("toError is broken");
      const toError = () => {
        throw cause;
      };
      const call = transport.send(get, {}, { toError });
      await expect(call).rejects.toMatchObject({
        kind: "contract",
        code: "MALFORMED_RESPONSE",
        retryable: false,
        cause,
      });
      expect(sent).toHaveLength(1);
    }
  });

  it("reports a converter failure as a contract error with its cause, without retries", async () => {
    const { transport, sent } = setUp([json({ a: 1 })]);
    const cause = new TypeError("The converter is broken");
    const broken = () => {
      throw cause;
    };
    const conversion = { response: { timestamp: ["a"] } };
    const call = transport.send(get, {}, { conversion, converters: { request: {}, response: { timestamp: broken } } });
    await expect(call).rejects.toMatchObject({ kind: "contract", retryable: false, cause });
    expect(sent).toHaveLength(1);
  });

  it("reports a success without JSON as a contract error", async () => {
    const { transport } = setUp([() => new Response("<html>")]);
    await expect(transport.send(get, {})).rejects.toMatchObject({ kind: "contract", code: "MALFORMED_RESPONSE" });
  });

  it("reports a fetch that throws synchronously as a network error", async () => {
    const { transport } = setUp([], {
      fetch: () => {
        throw new TypeError("bad");
      },
    });
    await expect(transport.send(post, {})).rejects.toMatchObject({ kind: "network" });
  });

  it("times out even if fetch ignores the signal", async () => {
    let expire = () => {};
    const { transport } = setUp([() => new Promise<Response>(() => {})], {
      environment: createEnvironment({
        setTimeout(run, milliseconds) {
          expect(milliseconds).toBe(30_000);
          expire = run;
          return undefined;
        },
      }),
    });
    const call = transport.send(get, {});
    await Promise.resolve();
    expire();
    await expect(call).rejects.toMatchObject({ kind: "timeout", retryable: true });
  });

  it("aborts with the caller's signal", async () => {
    const controller = new AbortController();
    const { transport } = setUp([() => new Promise<Response>(() => {})]);
    const call = transport.send(get, {}, { signal: controller.signal });
    controller.abort("enough");
    await expect(call).rejects.toMatchObject({ kind: "aborted", cause: "enough", retryable: false });
  });

  it("rejects arguments that would change the path, without a request", async () => {
    const { transport, sent } = setUp([json({})]);
    const getThing = endpoint<{ params: { id: string } }, unknown>("GET", "/things/:id");
    for (const id of ["", "..", "\ud800"]) {
      await expect(transport.send(getThing, { params: { id } })).rejects.toMatchObject({ kind: "invalid" });
    }
    expect(sent).toEqual([]);
  });

  it("throws only PorchlightErrors for any response", async () => {
    const bodies = [
      "",
      "<html>",
      "null",
      "[]",
      "5",
      '"x"',
      "{}",
      '{"message":5}',
      '{"details":null}',
      '{"details":[]}',
      '{"details":{"applicationError":null}}',
      '{"details":{"applicationError":{}}}',
      '{"details":{"applicationError":{"code":"constructor"}}}',
      '{"details":{"applicationError":{"code":{},"description":[],"data":5}}}',
      '{"details":{"validationError":{}}}',
      '{"details":{"validationError":{"fieldViolations":5}}}',
      '{"details":{"validationError":{"fieldViolations":[{}]}}}',
      '{"details":{"validationError":{"fieldViolations":[null]}}}',
    ];
    for (const status of [300, 400, 401, 403, 404, 409, 418, 429, 500, 503, 599]) {
      for (const body of bodies) {
        const { transport } = setUp([() => new Response(body, { status, headers: { "Retry-After": "soon" } })]);
        const error: unknown = await transport.send(get, {}).catch((thrown: unknown) => thrown);
        expect(isPorchlightError(error), `${status} ${body}: ${error}`).toBe(true);
        if (isPorchlightError(error)) expect(error).toMatchObject({ status, message: expect.stringMatching(/./) });
      }
    }
  });

  it("includes no token in errors", async () => {
    const { transport } = setUp([refusal(403, "NOT_ALLOWED")]);
    const error: unknown = await transport.send(get, {}).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error) + String(error)).not.toContain("T1");
  });
});
