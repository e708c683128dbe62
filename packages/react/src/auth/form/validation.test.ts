import { describe, expect, it } from "vitest";
import { validateCode, validateEmail, validateName, validateNewPassword, validatePassword } from "./validation.ts";

describe("validation", () => {
  it.each(["ada@example.com", " ada@example.com ", "ada+tag@mail.example.co", "адa@приклад.укр"])(
    "accepts the email %j",
    (typed) => expect(validateEmail(typed)).toBeUndefined(),
  );

  it.each([
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "ada@@example.com",
    "a b@example.com",
    "ada@example..com",
    "ada@.com",
  ])("rejects the email %j", (typed) => expect(validateEmail(typed)?.key).toBe("auth.check.emailForm"));

  it("reports missing values", () => {
    expect(validateEmail("  ")?.key).toBe("auth.check.emailMissing");
    expect(validatePassword("")?.key).toBe("auth.check.passwordMissing");
    expect(validateCode(" - ")?.key).toBe("auth.check.codeMissing");
    expect(validateCode("12345")?.key).toBe("auth.check.codeForm");
  });

  it("counts the characters of a password by code point, including spaces", () => {
    expect(validateNewPassword("🔑🔑🔑🔑🔑🔑🔑", 8)).toMatchObject({ values: { min: 8 } });
    expect(validateNewPassword("🔑🔑🔑🔑🔑🔑🔑🔑", 8)).toBeUndefined();
    expect(validateNewPassword("        ", 8)).toBeUndefined();
    expect(validatePassword(" ")).toBeUndefined();
  });

  it("allows empty names and at most 100 characters", () => {
    expect(validateName("firstName", "")).toBeUndefined();
    expect(validateName("firstName", "a".repeat(101))?.field).toBe("firstName");
  });
});
