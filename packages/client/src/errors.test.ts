import { describe, expect, it } from "vitest";
import { OAuthStrategy } from "./auth/strategies/oauth-strategy.ts";
import { createClient } from "./create-client.ts";
import type { Environment } from "./environment.ts";
import { type ErrorKind, isPorchlightError, PorchlightError } from "./errors.ts";
import { redirects } from "./redirects/index.ts";

const tokens = {
  accessToken: { value: "SECRET-TOKEN", expiresAt: 4_102_444_800 },
  refreshToken: { value: "SECRET-REFRESH", role: "visitor" as const },
};

type Reply = () => Response | Promise<Response>;

/** The error of a client for a response. */
async function thrownBy(reply: Reply, options: { signal?: AbortSignal; environment?: Partial<Environment> } = {}) {
  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "app", tokens }),
    modules: { redirects },
    fetch: async () => reply(),
    environment: { page: () => undefined, ...options.environment },
  });
  try {
    await client.redirects.createRedirectSession({ login: {} }, options);
  } catch (error) {
    if (isPorchlightError(error)) return error;
    throw new Error(`not an error of this package: ${error}`);
  }
  throw new Error("nothing was thrown");
}

const refusal =
  (status: number, code: string): Reply =>
  () =>
    Response.json(
      { message: "No.", details: { applicationError: { code, description: "No.", data: { a: 1 } } } },
      { status, headers: { "X-Wix-Request-Id": "R", "Retry-After": "7" } },
    );
const never: Reply = () => new Promise<Response>(() => {});

/** How each kind arises. The compiler requires an entry for every kind. */
const causes: Record<ErrorKind, () => Promise<PorchlightError>> = {
  network: () => thrownBy(() => Promise.reject(new TypeError("fetch failed"))),
  timeout: () =>
    thrownBy(never, {
      environment: { setTimeout: (run, milliseconds) => milliseconds === 30_000 && queueMicrotask(run) },
    }),
  aborted: () => thrownBy(never, { signal: AbortSignal.abort() }),
  rateLimited: () => thrownBy(refusal(429, "TOO_MANY_REQUESTS")),
  unavailable: () => thrownBy(refusal(503, "UNAVAILABLE")),
  unauthenticated: () => thrownBy(refusal(401, "-19976")),
  forbidden: () => thrownBy(refusal(403, "NOT_ALLOWED")),
  notFound: () => thrownBy(refusal(404, "POST_NOT_FOUND")),
  conflict: () => thrownBy(refusal(409, "-19995")),
  invalid: () => thrownBy(refusal(400, "INVALID_ARGUMENT")),
  captcha: () => thrownBy(refusal(400, "-19971")),
  misconfigured: () => thrownBy(refusal(400, "REDIRECT_NOT_REGISTERED")),
  contract: () => thrownBy(() => new Response("<html>")),
};

describe("errors", () => {
  it.each(Object.entries(causes))("of kind %s have their details and no secrets", async (kind, cause) => {
    const error = await cause();
    expect(error.kind).toBe(kind);
    expect(error).toBeInstanceOf(PorchlightError);
    expect(error.message).toMatch(/^[A-Z"].*[.?]$/);
    expect(error.code).toMatch(/./);
    expect(error.retryable).toBe(["network", "timeout", "rateLimited", "unavailable"].includes(kind));
    expect(JSON.stringify({ ...error, message: error.message }) + error.stack).not.toContain("SECRET");
    if (error.status && error.status >= 400) {
      expect(error).toMatchObject({ requestId: "R", retryAfter: 7, details: { applicationError: { data: { a: 1 } } } });
    }
  });

  it("can be switched exhaustively by kind", async () => {
    const advice = (kind: ErrorKind): string => {
      switch (kind) {
        case "network":
        case "timeout":
        case "unavailable":
        case "rateLimited":
          return "later";
        case "aborted":
          return "nothing";
        case "unauthenticated":
        case "forbidden":
        case "captcha":
          return "who are you";
        case "notFound":
        case "conflict":
        case "invalid":
          return "another request";
        case "misconfigured":
        case "contract":
          return "ask the owner";
      }
    };
    expect(advice((await causes.conflict()).kind)).toBe("another request");
  });

  it("keep the cause of network errors and aborts", async () => {
    expect((await causes.network()).cause).toBeInstanceOf(TypeError);
    expect((await thrownBy(never, { signal: AbortSignal.abort("enough") })).cause).toBe("enough");
  });

  it("are recognized by name across copies of this package", () => {
    expect(isPorchlightError(Object.assign(new Error("x"), { name: "PorchlightError" }))).toBe(true);
    for (const other of [new Error("x"), null, undefined, "PorchlightError", {}]) {
      expect(isPorchlightError(other)).toBe(false);
    }
  });

  it("are a retryable timeout when a proxy has timed out", async () => {
    const error = await thrownBy(() => new Response("<html>", { status: 408 }));
    expect(error).toMatchObject({ kind: "timeout", status: 408, retryable: true });
  });

  it.each([
    ["a BigInt", { login: { size: 1n } }],
    [
      "a circle",
      Object.assign(
        {},
        {
          login: {
            get self(): object {
              return this;
            },
          },
        },
      ),
    ],
    [
      "a member that throws",
      {
        get login(): object {
          throw new Error("no");
        },
      },
    ],
  ])("have the kind invalid for arguments that cannot be sent, such as %s", async (_name, options) => {
    const client = createClient({
      host: "https://api.example",
      auth: OAuthStrategy({ clientId: "app", tokens }),
      modules: { redirects },
      fetch: () => Promise.reject(new Error("nothing is sent")),
    });
    const call = client.redirects.createRedirectSession(options);
    await expect(call).rejects.toMatchObject({ kind: "invalid", code: "INVALID_ARGUMENT" });
  });

  it.each(["localhost:4861", "http://ada:secret@127.0.0.1:1"])("name an invalid host: %s", (host) => {
    const connect = () => createClient({ host, auth: OAuthStrategy({ clientId: "app", tokens }) });
    expect(connect).toThrow(/^createClient: host must be a URL/);
  });

  it("name the host if it cannot be reached", async () => {
    const auth = OAuthStrategy({ clientId: "app", tokens });
    const client = createClient({ host: "http://127.0.0.1:1", auth, modules: { redirects } });
    const call = client.redirects.createRedirectSession({ login: {} });
    await expect(call).rejects.toMatchObject({
      kind: "network",
      message: "The server could not be reached. Is the host correct?",
    });
  });
});
