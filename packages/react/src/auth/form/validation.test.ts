import { describe, expect, it } from "vitest";
import { validateCode, validateEmail, validateName, validateNewPassword, validatePassword } from "./validation.ts";

describe("sign-in checks", () => {
  it.each(["ada@example.com", " ada@example.com ", "ada+tag@mail.example.co", "адa@приклад.укр"])(
    "takes the e-mail %j",
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
  ])("asks for another e-mail than %j", (typed) => expect(validateEmail(typed)?.key).toBe("auth.check.emailForm"));

  it("tells what is missing", () => {
    expect(validateEmail("  ")?.key).toBe("auth.check.emailMissing");
    expect(validatePassword("")?.key).toBe("auth.check.passwordMissing");
    expect(validateCode(" - ")?.key).toBe("auth.check.codeMissing");
    expect(validateCode("12345")?.key).toBe("auth.check.codeForm");
  });

  it("counts a password in characters as people see them, spaces included", () => {
    expect(validateNewPassword("🔑🔑🔑🔑🔑🔑🔑", 8)).toMatchObject({ values: { min: 8 } });
    expect(validateNewPassword("🔑🔑🔑🔑🔑🔑🔑🔑", 8)).toBeUndefined();
    expect(validateNewPassword("        ", 8)).toBeUndefined();
    expect(validatePassword(" ")).toBeUndefined();
  });

  it("lets names be empty and at most 100 characters long", () => {
    expect(validateName("firstName", "")).toBeUndefined();
    expect(validateName("firstName", "a".repeat(101))?.field).toBe("firstName");
  });
});
