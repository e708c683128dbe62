import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { errorResponse } from "./error-response.ts";

describe("an error that nobody expected", () => {
  it("leaves its name, message and place in the log, and nothing of the row it speaks of", async () => {
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
    expect(await response.text()).not.toContain("constraint");
  });
});
