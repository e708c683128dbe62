import { describe, expect, it } from "vitest";
import { errorForLog, pathForLog } from "./logger.ts";

describe("errorForLog", () => {
  it("omits rows that PostgreSQL quotes", () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "members_email_key"'), {
      name: "error",
      code: "23505",
      constraint: "members_email_key",
      table: "members",
      detail: "Key (email_key)=(ada@example.com) already exists.",
      where: "ada@example.com",
      query: "insert into members",
      parameters: ["hush"],
    });
    const logged = errorForLog(error);
    expect(logged).toMatchObject({ type: "error", code: "23505", constraint: "members_email_key", table: "members" });
    expect(logged.stack).toContain("logger.test.ts");
    expect(JSON.stringify(logged)).not.toMatch(/ada@example\.com|hush/);
  });

  it("hides email addresses and quoted values", () => {
    const quoted = errorForLog(new Error('invalid input syntax for type uuid: "hush"\nsecond line'));
    expect(quoted.message).toBe('invalid input syntax for type uuid: "…"\nsecond line');
    expect(quoted.stack).not.toContain("hush");
    expect(errorForLog(new Error("no mailbox <ada@example.com>")).message).toBe("no mailbox <…@…>");
  });

  it("includes causes, also those that are not errors", () => {
    expect(errorForLog(new Error("outer", { cause: new Error("inner") })).cause).toMatchObject({ message: "inner" });
    expect(errorForLog("just text")).toEqual({ type: "string", message: "just text" });
    const circle = new Error("round");
    circle.cause = circle;
    expect(JSON.stringify(errorForLog(circle))).toContain("round");
  });
});

describe("pathForLog", () => {
  it.each([
    ["/blog/Rust-1.45.0", "/blog/Rust-1.45.0"],
    ["/v3/tags/labels/ada@example.com", "/v3/tags/labels/…"],
    ["/blog/author/ada%40example.com/x", "/blog/author/…/x"],
    ["/v3/posts/eyJhbGciOiJFZERTQSJ9.eyJjbGllbnQiOiIz.sO68Sx0H", "/v3/posts/…"],
    [`/${"a".repeat(400)}`, `/${"a".repeat(299)}…`],
  ])("logs %s as %s", (path, logged) => expect(pathForLog(path)).toBe(logged));
});
