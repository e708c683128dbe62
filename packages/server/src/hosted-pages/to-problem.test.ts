import { expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { Refusal } from "../platform/context/errors.ts";
import { toProblem } from "./to-problem.ts";

const { context } = await createTestServer();
const explain = (error: unknown) => toProblem(context, error, "REQUEST");

it("reports a wait in seconds below one minute, and in minutes above", () => {
  const wait = (seconds: number) => explain(new Refusal("TOO_MANY_REQUESTS", {}, seconds));
  expect(wait(59)).toMatchObject({
    status: 429,
    retryAfter: 59,
    notice: { key: "common.error.waitSeconds", values: { n: 59 } },
  });
  expect(wait(61)).toMatchObject({
    status: 429,
    retryAfter: 61,
    notice: { key: "common.error.waitMinutes", values: { n: 2 } },
  });
  expect(wait(900)).toMatchObject({ retryAfter: 900, notice: { values: { n: 15 } } });
});

it("shows no validation error for a full queue or an unavailable database", () => {
  const outage = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:5432"), { code: "ECONNREFUSED" });
  for (const error of [new Refusal("UNAVAILABLE", {}, 2), outage]) {
    expect(explain(error)).toEqual({
      status: 503,
      retryAfter: 2,
      notice: { kind: "danger", key: "auth.error.unreachable" },
    });
  }
});

it("reveals only the request id of an unexpected error", () => {
  expect(explain(new TypeError("secret"))).toEqual({
    status: 500,
    requestId: "REQUEST",
    notice: { kind: "danger", key: "auth.error.unfinished" },
  });
});
