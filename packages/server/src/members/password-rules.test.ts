import { describe, expect, it } from "vitest";
import { parseEmailAddress } from "./email-address.ts";
import { passwordViolation } from "./password-rules.ts";

const rules = { minLength: 8, email: parseEmailAddress("alexandrina@example.com"), siteName: "Porchlight" };
const problemOf = async (password: string, minLength = 8) =>
  (await passwordViolation(password, { ...rules, minLength }))?.data;

describe("password rules", () => {
  it.each(["a b c d e f", "тест-пароль-сайта", "🦊🦊🦊🦊🦊🦊🦊🦊", " leading and trailing ", "x".repeat(256)])(
    "accepts %j",
    async (password) => {
      expect(await problemOf(password)).toBeUndefined();
    },
  );

  it("counts characters, not bytes or code units", async () => {
    expect(await problemOf("🦊🦊🦊🦊")).toEqual({ type: "PASSWORD_TOO_SHORT", minimum: 8 });
    expect(await problemOf("e\u0301".repeat(7))).toEqual({ type: "PASSWORD_TOO_SHORT", minimum: 8 });
    expect(await problemOf("e\u0301".repeat(8))).toBeUndefined();
  });

  it("uses the site's minimum length", async () => {
    expect(await problemOf("rather short", 15)).toEqual({ type: "PASSWORD_TOO_SHORT", minimum: 15 });
  });

  it("rejects more than 256 characters instead of truncating", async () => {
    expect(await problemOf("x".repeat(257))).toEqual({ type: "PASSWORD_TOO_LONG", maximum: 256 });
  });

  it.each(["password", "12345678", "iloveyou", "PassWord", "1qaz2wsx"])("rejects the common %j", async (password) => {
    expect(await problemOf(password)).toEqual({ type: "PASSWORD_TOO_COMMON" });
  });

  it.each(["alexandrina", "Alexandrina", "alexandrina@example.com", "alexandrina1!", "Porchlight", "2026porchlight"])(
    "rejects %j, which contains the email or the site's name",
    async (password) => {
      expect(await problemOf(password)).toEqual({ type: "PASSWORD_CONTAINS_IDENTITY" });
    },
  );

  it("returns the field and the rule", async () => {
    expect(await passwordViolation("short", rules)).toMatchObject({
      field: "password",
      violatedRule: "MIN_LENGTH",
      ruleName: "PASSWORD_TOO_SHORT",
    });
  });
});
