import { describe, expect, it } from "vitest";
import { invalidLinkError, toPasswordError } from "./password-errors.ts";

const now = Date.UTC(2030, 0, 1);
const refused = (field: string, type: string, data: object = {}) => ({
  kind: "invalid",
  code: "INVALID_ARGUMENT",
  details: { validationError: { fieldViolations: [{ field, description: "d", data: { type, ...data } }] } },
});

describe("explainPasswordError", () => {
  it("tells a link that no longer works from everything else", () => {
    expect(toPasswordError("recovery", { code: "RECOVERY_TOKEN_INVALID", kind: "invalid" }, now)).toBe(
      invalidLinkError,
    );
    expect(toPasswordError("recovery", { code: "OTHER", kind: "invalid" }, now)).not.toBe(invalidLinkError);
  });

  it("leads a wrong or missing current password to its field", () => {
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

  it("says an e-mail that is none at its field", () => {
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
  ])("says of the kind %s: %s", (kind, key) => {
    expect(toPasswordError("sendLink", { kind, requestId: "r1" }, now)).toEqual({
      key,
      display: "notice",
      requestId: "r1",
    });
  });

  it("says when to try again", () => {
    expect(toPasswordError("sendLink", { kind: "rateLimited", retryAfter: 65 }, now).retryAt).toBe(now + 65_000);
  });

  it.each([undefined, null, "text", 5, new TypeError("x")])("has words for %j too", (thrown) => {
    expect(toPasswordError("changePassword", thrown, now)).toEqual({
      key: "password.error.notSaved",
      display: "notice",
    });
  });
});
