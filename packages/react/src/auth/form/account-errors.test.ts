import { describe, expect, it } from "vitest";
import { reasonText, toAccountError } from "./account-errors.ts";

const now = 1_000_000;
const explain = (error: object) => toAccountError(error, now);
const violations = (...fieldViolations: object[]) => ({
  kind: "invalid",
  details: { validationError: { fieldViolations } },
});

describe("toAccountError", () => {
  it("assigns an invalid value to its field", () => {
    expect(
      explain(
        violations(
          { field: "member.contact.lastName", violatedRule: "MAX_LENGTH", data: {} },
          { field: "member.profile.nickname", violatedRule: "FORMAT", data: {} },
        ),
      ),
    ).toEqual({
      key: "auth.check.nameLong",
      field: "lastName",
      display: "summary",
      additionalErrors: [{ key: "account.check.name", field: "nickname" }],
    });
  });

  it.each([
    [{ kind: "network" }, "account.reason.unreachable"],
    [{ kind: "unavailable", requestId: "r1" }, "account.reason.unreachable"],
    [{ kind: "forbidden" }, "account.reason.signedOut"],
    [{ kind: "unauthenticated" }, "account.reason.signedOut"],
    [{ kind: "contract" }, "account.reason.unknown"],
    [violations({ field: "member.birthdate" }), "account.reason.unknown"],
    [new TypeError("x is not a function"), "account.reason.unknown"],
  ])("returns a notice for %j", (error, key) => {
    expect(explain(error)).toMatchObject({ key, display: "notice" });
  });

  it("retains the request id and the retry time", () => {
    const failure = explain({ kind: "rateLimited", retryAfter: 90, requestId: "r1" });
    expect(failure).toEqual({
      key: "account.reason.tooMany",
      display: "notice",
      retryAt: now + 90_000,
      requestId: "r1",
    });
    const text = Object.assign((key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`, {
      rich: () => null,
      language: "en",
    });
    expect(reasonText(text, failure, 90)).toBe('account.reason.tooManyMinutes {"n":2}');
    expect(reasonText(text, failure, 30)).toBe('account.reason.tooManySeconds {"n":30}');
    expect(reasonText(text, failure, 0)).toBe("account.reason.tooMany {}");
  });
});
