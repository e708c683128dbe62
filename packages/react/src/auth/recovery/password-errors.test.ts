import { describe, expect, it } from "vitest";
import { invalidLinkError, toPasswordError } from "./password-errors.ts";

const now = Date.UTC(2030, 0, 1);
const refused = (field: string, type: string, data: object = {}) => ({
  kind: "invalid",
  code: "INVALID_ARGUMENT",
  details: { validationError: { fieldViolations: [{ field, description: "d", data: { type, ...data } }] } },
});

describe("toPasswordError", () => {
  it("detects an invalid link", () => {
    expect(toPasswordError("recovery", { code: "RECOVERY_TOKEN_INVALID", kind: "invalid" }, now)).toBe(
      invalidLinkError,
    );
    expect(toPasswordError("recovery", { code: "OTHER", kind: "invalid" }, now)).not.toBe(invalidLinkError);
  });

  it("assigns a wrong or missing current password to its field", () => {
    expect(toPasswordError("changePassword", { code: "-19976", kind: "unauthenticated" }, now)).toEqual({
      key: "password.error.currentWrong",
      field: "currentPassword",
      display: "summary",
    });
    expect(toPasswordError("changePassword", { code: "REAUTHENTICATION_REQUIRED" }, now)).toMatchObject({
      key: "password.check.currentMissing",
      field: "currentPassword",
    });
  });

  it.each(["options.password", "newPassword"])("leads what is wrong with %s to the new password", (field) => {
    const failure = toPasswordError("recovery", refused(field, "PASSWORD_TOO_SHORT", { minimum: 15 }), now);
    expect(failure).toMatchObject({
      key: "auth.check.passwordShort",
      values: { min: 15 },
      field: "password",
      display: "summary",
    });
  });

  it("assigns an invalid email to its field", () => {
    expect(toPasswordError("sendLink", refused("email", "EMAIL"), now)).toMatchObject({
      key: "auth.check.emailForm",
      field: "email",
    });
  });

  it.each([
    ["network", "auth.error.unreachable"],
    ["timeout", "auth.error.unreachable"],
    ["unavailable", "auth.error.unreachable"],
    ["misconfigured", "password.error.linkNotSent"],
    ["forbidden", "password.error.linkNotSent"],
    [undefined, "password.error.linkNotSent"],
  ])("for kind %s shows %s", (kind, key) => {
    expect(toPasswordError("sendLink", { kind, requestId: "r1" }, now)).toEqual({
      key,
      display: "notice",
      requestId: "r1",
    });
  });

  it("contains the time of the next attempt", () => {
    expect(toPasswordError("sendLink", { kind: "rateLimited", retryAfter: 65 }, now).retryAt).toBe(now + 65_000);
  });

  it.each([undefined, null, "text", 5, new TypeError("x")])("has words for %j too", (thrown) => {
    expect(toPasswordError("changePassword", thrown, now)).toEqual({
      key: "password.error.notSaved",
      display: "notice",
    });
  });
});
