import { describe, expect, it } from "vitest";
import { checkCode, checkEmail, checkName, checkNewPassword, checkPasswordIsThere } from "./checks.ts";

describe("sign-in checks", () => {
  it.each(["ada@example.com", " ada@example.com ", "ada+tag@mail.example.co", "адa@приклад.укр"])(
    "takes the e-mail %j",
    (typed) => expect(checkEmail(typed)).toBeUndefined(),
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
  ])("asks for another e-mail than %j", (typed) => expect(checkEmail(typed)?.key).toBe("auth.check.emailForm"));

  it("tells what is missing", () => {
    expect(checkEmail("  ")?.key).toBe("auth.check.emailMissing");
    expect(checkPasswordIsThere("")?.key).toBe("auth.check.passwordMissing");
    expect(checkCode(" - ")?.key).toBe("auth.check.codeMissing");
    expect(checkCode("12345")?.key).toBe("auth.check.codeForm");
  });

  it("counts a password in characters as people see them, spaces included", () => {
    expect(checkNewPassword("🔑🔑🔑🔑🔑🔑🔑", 8)).toMatchObject({ values: { min: 8 } });
    expect(checkNewPassword("🔑🔑🔑🔑🔑🔑🔑🔑", 8)).toBeUndefined();
    expect(checkNewPassword("        ", 8)).toBeUndefined();
    expect(checkPasswordIsThere(" ")).toBeUndefined();
  });

  it("lets names be empty and at most 100 characters long", () => {
    expect(checkName("firstName", "")).toBeUndefined();
    expect(checkName("firstName", "a".repeat(101))?.field).toBe("firstName");
  });
});
