import { describe, expect, it } from "vitest";
import type { SignInResult } from "../member-client.ts";
import { type AuthOperation, resultToAuthError, toAuthError } from "./auth-errors.ts";

const now = Date.UTC(2030, 0, 1);
const explain = (ceremony: AuthOperation, facts: Omit<SignInResult, "loginState">) =>
  resultToAuthError(ceremony, { loginState: "FAILURE", ...facts }, now);

describe("resultToAuthError", () => {
  it("does not distinguish a wrong email from a wrong password", () => {
    const wrongPassword = explain("signIn", { errorCode: "invalidPassword", kind: "unauthenticated" });
    expect(wrongPassword).toMatchObject({ key: "auth.error.credentials", field: "email", relatedField: "password" });
    expect(explain("signIn", { errorCode: "invalidEmail", kind: "invalid" })).toEqual(wrongPassword);
    expect(explain("signIn", { error: "Unknown _state", identityStatus: "DELETED", kind: "forbidden" })).toEqual(
      wrongPassword,
    );
  });

  it.each(["network", "timeout", "unavailable"])("does not blame the input for a failure of kind %s", (kind) => {
    expect(explain("signIn", { errorCode: "invalidEmail", kind, requestId: "r-1" })).toEqual({
      key: "auth.error.unreachable",
      display: "notice",
      requestId: "r-1",
    });
  });

  it.each(["contract", "notFound", "forbidden", "unauthenticated", "conflict"])(
    "does not blame the password for a result of kind %s",
    (kind) => {
      expect(explain("signIn", { errorCode: "invalidEmail", kind }).key).toBe("auth.error.unfinished");
    },
  );

  it("contains the time of the next attempt", () => {
    expect(explain("signIn", { errorCode: "invalidEmail", kind: "rateLimited", retryAfter: 65 }).retryAt).toBe(
      now + 65_000,
    );
    expect(explain("signIn", { kind: "rateLimited" }).retryAt).toBe(now + 30_000);
  });

  it("names a blocked account, and reports unknown states as incomplete", () => {
    expect(explain("signIn", { error: "Unknown _state", identityStatus: "BLOCKED" }).key).toBe("auth.error.blocked");
    expect(explain("signIn", { error: "Unknown _state" }).key).toBe("auth.error.unfinished");
    expect(explain("verification", { error: "Unknown _state", identityStatus: "BLOCKED" }).key).toBe(
      "auth.error.blocked",
    );
    expect(explain("signUp", { error: "Unknown _state" }).key).toBe("auth.error.unfinished");
  });

  it("assigns each rejected field of a sign-up to its field", () => {
    const refused = explain("signUp", {
      errorCode: "invalidEmail",
      kind: "invalid",
      details: {
        validationError: {
          fieldViolations: [
            { field: "loginId.email", description: "must be …", data: { type: "EMAIL" } },
            { field: "password", description: "must have …", data: { type: "PASSWORD_TOO_SHORT", minimum: 12 } },
            { field: "profile.company", description: "must not be long", data: {} },
          ],
        },
      },
    });
    expect(refused).toMatchObject({ key: "auth.check.emailForm", field: "email", display: "summary" });
    expect(refused.additionalErrors).toEqual([
      { key: "auth.check.passwordShort", values: { min: 12 }, field: "password" },
      { key: "auth.error.registerFailed", description: "must not be long" },
    ]);
  });

  it.each([
    ["PASSWORD_TOO_COMMON", "auth.check.passwordCommon"],
    ["PASSWORD_CONTAINS_IDENTITY", "auth.check.passwordPersonal"],
    ["PASSWORD_TOO_LONG", "auth.check.passwordLong"],
  ])("has a specific text for %s", (type, key) => {
    const details = { validationError: { fieldViolations: [{ field: "password", data: { type, maximum: 128 } }] } };
    expect(explain("signUp", { kind: "invalid", details })).toMatchObject({ key, field: "password" });
  });

  it("distinguishes a wrong code, an expired code and an expired sign-in", () => {
    const failed = (data: object) =>
      explain("verification", {
        code: "VERIFICATION_FAILED",
        details: { applicationError: { code: "VERIFICATION_FAILED", data } },
      });
    expect(failed({ triesLeft: 3 })).toMatchObject({
      key: "auth.error.codeWrongTries",
      values: { n: 3 },
      display: "field",
    });
    expect(failed({ expired: true }).key).toBe("auth.error.codeExpired");
    expect(failed({ triesLeft: 0 }).key).toBe("auth.error.codeExpired");
    expect(failed({}).key).toBe("auth.error.codeWrong");
    expect(explain("verification", { code: "STATE_TOKEN_INVALID" }).key).toBe("auth.verifyEmail.startAgain");
    expect(explain("verification", { error: "Unknown _state" }).key).toBe("auth.verifyEmail.startAgain");
  });

  it("accepts malformed results", () => {
    for (const details of [
      null,
      7,
      "x",
      [],
      { validationError: 7 },
      { validationError: { fieldViolations: [null, 7] } },
    ]) {
      expect(explain("signUp", { details }).display).toBe("summary");
    }
  });
});

describe("toAuthError", () => {
  it("reports that the site is misconfigured if the token exchange is rejected for it", () => {
    expect(toAuthError(Object.assign(new Error("x"), { kind: "misconfigured" }), now).key).toBe(
      "auth.error.misconfigured",
    );
  });

  it.each([undefined, null, "x", new Error("boom"), { kind: 7 }])("takes %j for an unfinished sign-in", (error) => {
    expect(toAuthError(error, now)).toEqual({ key: "auth.error.unfinished", display: "notice" });
  });
});
