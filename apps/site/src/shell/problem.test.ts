import { PorchlightError } from "@porchlight/client";
import { data } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { toProblem } from "./problem.ts";

const failure = (kind: PorchlightError["kind"], status?: number) =>
  new PorchlightError("x", { kind, code: "X", requestId: "request-1", ...(status === undefined ? {} : { status }) });

describe("toProblem", () => {
  it.each([
    [failure("notFound", 404), { kind: "notFound", status: 404 }],
    [failure("forbidden", 403), { kind: "forbidden", status: 403 }],
    [failure("unauthenticated", 401), { kind: "forbidden", status: 403 }],
    [failure("network"), { kind: "offline", status: 503, requestId: "request-1" }],
    [failure("rateLimited", 429), { kind: "rateLimited", status: 429, requestId: "request-1", retryAfter: 30 }],
    [failure("unavailable", 503), { kind: "failed", status: 503, requestId: "request-1" }],
    [failure("unavailable", 500), { kind: "failed", status: 500, requestId: "request-1" }],
    [failure("contract", 200), { kind: "failed", status: 500, requestId: "request-1" }],
    [new TypeError("x is not a function"), { kind: "failed", status: 500 }],
    ["thrown text", { kind: "failed", status: 500 }],
    [undefined, { kind: "failed", status: 500 }],
  ])("converts %s", (error, expected) => {
    expect(toProblem(error)).toEqual(expected);
  });

  it("reports any error while offline as a connection problem", () => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(toProblem(new TypeError("Failed to fetch dynamically imported module"))).toEqual({
      kind: "offline",
      status: 503,
    });
    vi.unstubAllGlobals();
  });

  it("uses the status that a loader threw, and the request id from the server's page", () => {
    const thrown = (status: number, body: unknown) => ({ status, statusText: "", internal: false, data: body });
    expect(toProblem(thrown(404, null))).toEqual({ kind: "notFound", status: 404 });
    expect(toProblem(thrown(401, null))).toEqual({ kind: "forbidden", status: 403 });
    expect(toProblem(thrown(503, { requestId: "r" }))).toEqual({ kind: "failed", status: 503, requestId: "r" });
    expect(toProblem(thrown(429, { requestId: "r", retryAfter: 12 }))).toEqual({
      kind: "rateLimited",
      status: 429,
      requestId: "r",
      retryAfter: 12,
    });
    expect(toProblem(thrown(500, { requestId: 5 }))).toEqual({ kind: "failed", status: 500, requestId: undefined });
    expect(toProblem(data(null))).toEqual({ kind: "failed", status: 500 });
  });
});
