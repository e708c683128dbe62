import { describe, expect, it } from "vitest";
import { checkEmail } from "./checks.ts";
import { clearIssues, editField, failInField, failWith, findShown, noIssues, recheckField } from "./form-issues.ts";
import type { Issue } from "./issue.ts";

const emailMissing: Issue = { key: "auth.check.emailMissing", field: "email" };
const passwordMissing: Issue = { key: "auth.check.passwordMissing", field: "password" };
const credentials: Issue = { key: "auth.error.credentials", field: "email", alsoMarks: "password" };

describe("form issues", () => {
  it("keeps one error per field, in order, and counts the failures", () => {
    const second: Issue = { key: "auth.check.emailForm", field: "email" };
    const failed = failWith(failWith(noIssues, [emailMissing]), [emailMissing, second, passwordMissing]);
    expect(failed.summary).toEqual([emailMissing, passwordMissing]);
    expect(failed.fields).toEqual({ email: emailMissing, password: passwordMissing });
    expect(failed.failures).toBe(2);
  });

  it("clears an error as soon as the field is right, and leaves the summary until the next try", () => {
    const failed = failWith(noIssues, [emailMissing, passwordMissing]);
    expect(editField(failed, "email", checkEmail("ada@exam"))).toBe(failed);
    const edited = editField(failed, "email", checkEmail("ada@example.com"));
    expect(edited.fields).toEqual({ password: passwordMissing });
    expect(edited.summary).toHaveLength(2);
  });

  it("says the new error when a failed field is left, and leaves other fields in peace", () => {
    const failed = failWith(noIssues, [emailMissing]);
    expect(recheckField(failed, "email", checkEmail("ada")).fields.email?.key).toBe("auth.check.emailForm");
    expect(recheckField(failed, "password", passwordMissing)).toBe(failed);
  });

  it("takes away what two fields share when either is edited", () => {
    const failed = failWith(noIssues, [credentials]);
    expect(findShown(failed, "password")).toBe(credentials);
    expect(editField(failed, "password", undefined).fields).toEqual({});
  });

  it("says an error at its field alone, without a summary", () => {
    const failed = failInField(noIssues, { key: "auth.error.codeWrong", field: "code" });
    expect(failed).toMatchObject({ summary: [], fields: { code: { key: "auth.error.codeWrong" } }, failures: 1 });
  });

  it("forgets all but the count when a try begins", () => {
    expect(clearIssues(failWith(noIssues, [credentials]))).toEqual({ summary: [], fields: {}, failures: 1 });
  });
});
