import pg from "pg";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { errorResponse } from "./error-response.ts";

it("rejects a request that exceeds a limit of the database, without its message", async () => {
  const error = new pg.DatabaseError("total size of jsonb array elements exceeds the maximum", 0, "error");
  error.code = "54000";
  const response = errorResponse(error, "REQUEST-ID", pino({ level: "silent" }));
  const text = await response.text();
  expect([response.status, JSON.parse(text).details.applicationError.code]).toEqual([400, "ANSWER_TOO_LARGE"]);
  expect(text).not.toContain("jsonb");
});

describe("an unexpected error", () => {
  it("is logged with name, message and stack, but without row data", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const detail = "Failing row contains (ada@example.com, $argon2id$v=19$…).";
    const error = Object.assign(new Error("violates check constraint"), { code: "23514", detail });

    const response = errorResponse(error, "REQUEST-ID", log);

    expect(JSON.parse(lines[0]!)).toMatchObject({
      event: "unexpected",
      requestId: "REQUEST-ID",
      error: { type: "Error", message: "violates check constraint", code: "23514", stack: expect.any(String) },
    });
    expect(lines.join("")).not.toContain("ada@example.com");
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain("constraint");
    expect(JSON.parse(text).details.applicationError).toMatchObject({ data: { requestId: "REQUEST-ID" } });
  });
});
