/** A fault in place of a response, as seen by `fetch`. */
export interface Fault {
  name: string;
  /** Whether the server may have handled the request, and its response was lost. */
  mayComeAfter: boolean;
  /** API calls only: at the token endpoint this is a valid response. */
  callsOnly?: boolean;
  answer(connection: Connection): Promise<Response> | Response;
}

/** The connection between a tab and the server. */
export interface Connection {
  /** Forwards the request. @returns The response as text. */
  forward(): Promise<{ status: number; text: string }>;
  /** Waits on the simulated clock. */
  wait(milliseconds: number): Promise<void>;
  /** The simulated time, for dates in headers. */
  now(): number;
  /** Whether the server handles the request before the fault. */
  isAfter: boolean;
}

const page = "<!doctype html><title>Sorry</title><p>Something went wrong.";
const html = { "content-type": "text/html" };
const json = { "content-type": "application/json" };
const networkError = () => new TypeError("Failed to fetch");

/** A status of an intermediary. */
const status = (
  code: number,
  what: string,
  { body = page, headers = html }: { body?: string; headers?: Record<string, string> } = {},
  retryAfter?: (now: number) => string,
): Fault => ({
  name: `${code}${what}`,
  mayComeAfter: code >= 500,
  async answer(connection) {
    if (connection.isAfter) await connection.forward();
    const wait = retryAfter && { "retry-after": retryAfter(connection.now()) };
    return new Response(body, { status: code, headers: { ...headers, ...wait } });
  },
});

/** A successful response with unexpected content; the server has handled the request. */
const wrong = (name: string, body: string, headers = json): Fault => ({
  name,
  mayComeAfter: true,
  async answer(connection) {
    if (connection.isAfter) await connection.forward();
    return new Response(body, { status: 200, headers });
  },
});

/** The body in chunks with simulated delays. */
function trickle(text: string, pieces: number, gap: () => Promise<void>, end: "close" | "fail"): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await gap();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      if (at < bytes.length) return;
      if (end === "close") controller.close();
      else controller.error(new TypeError("terminated"));
    },
  });
}

const nothing = async () => undefined;
const slow = (name: string, pieces: number, gapMs: number): Fault => ({
  name,
  mayComeAfter: true,
  async answer(connection) {
    const { status, text } = await connection.forward();
    return new Response(
      trickle(text, pieces, () => connection.wait(gapMs), "close"),
      { status, headers: json },
    );
  },
});
const half = (name: string, end: "close" | "fail"): Fault => ({
  name,
  mayComeAfter: true,
  async answer(connection) {
    const { status, text } = await connection.forward();
    return new Response(trickle(text.slice(0, text.length / 2), 2, nothing, end), { status, headers: json });
  },
});

const envelope = (code: string) => ({
  body: JSON.stringify({ message: "x", details: { applicationError: { code, description: "x", data: {} } } }),
  headers: json,
});
const soon = (seconds: number) => () => String(seconds);

export const faults: readonly Fault[] = [
  status(400, ", HTML"),
  status(401, ", HTML"),
  status(403, ", HTML"),
  status(403, ", JSON", envelope("NOT_ALLOWED")),
  status(404, ", HTML"),
  status(407, ", HTML"),
  status(408, ""),
  status(429, ""),
  status(429, ", Retry-After 2", {}, soon(2)),
  status(429, ", Retry-After 120", {}, soon(120)),
  status(429, ", Retry-After as a date", {}, (now) => new Date(now + 20_000).toUTCString()),
  status(500, ", JSON", envelope("INTERNAL")),
  status(500, ", HTML"),
  status(502, ", HTML"),
  status(503, ""),
  status(503, ", Retry-After 1", {}, soon(1)),
  status(503, ", Retry-After 3600", {}, soon(3600)),
  status(504, ", HTML"),
  { name: "connection refused", mayComeAfter: false, answer: () => Promise.reject(networkError()) },
  {
    name: "no response",
    mayComeAfter: true,
    async answer(connection) {
      if (connection.isAfter) await connection.forward();
      return new Promise(() => {});
    },
  },
  {
    name: "connection dropped",
    mayComeAfter: true,
    async answer(connection) {
      if (connection.isAfter) await connection.forward();
      throw networkError();
    },
  },
  half("half a response, then an error", "fail"),
  half("half a response, then end of stream", "close"),
  slow("response body over 3 s", 3, 1_000),
  slow("response body over 60 s", 60, 1_000),
  wrong("200, HTML", page, html),
  wrong("200, empty", ""),
  wrong("200, {}", "{}"),
  wrong("200, []", "[]"),
  wrong("200, null", "null"),
  wrong("200, wrong types", '{"access_token":{},"refresh_token":[],"expires_in":"soon"}'),
  wrong("200, nested 20,000 deep", `{"access_token":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
  { ...status(400, ", JSON", envelope("INVALID_ARGUMENT")), callsOnly: true },
  { ...status(401, ", JSON", envelope("UNAUTHENTICATED")), callsOnly: true },
];
