import { describe, expect, it } from "vitest";
import type { FormError } from "./form-error.ts";
import {
  findFieldError,
  noErrors,
  revalidateField,
  updateEditedField,
  withErrors,
  withFieldError,
  withoutErrors,
} from "./form-error-state.ts";
import { validateEmail } from "./validation.ts";

const emailMissing: FormError = { key: "auth.check.emailMissing", field: "email" };
const passwordMissing: FormError = { key: "auth.check.passwordMissing", field: "password" };
const credentials: FormError = { key: "auth.error.credentials", field: "email", relatedField: "password" };

describe("form error state", () => {
  it("keeps one error per field, in order, and counts the failures", () => {
    const second: FormError = { key: "auth.check.emailForm", field: "email" };
    const failed = withErrors(withErrors(noErrors, [emailMissing]), [emailMissing, second, passwordMissing]);
    expect(failed.summary).toEqual([emailMissing, passwordMissing]);
    expect(failed.fields).toEqual({ email: emailMissing, password: passwordMissing });
    expect(failed.failures).toBe(2);
  });

  it("clears an error once the field is valid, and keeps the summary until the next submission", () => {
    const failed = withErrors(noErrors, [emailMissing, passwordMissing]);
    expect(updateEditedField(failed, "email", validateEmail("ada@exam"))).toBe(failed);
    const edited = updateEditedField(failed, "email", validateEmail("ada@example.com"));
    expect(edited.fields).toEqual({ password: passwordMissing });
    expect(edited.summary).toHaveLength(2);
  });

  it("shows the new error when a failed field is left, and does not validate others", () => {
    const failed = withErrors(noErrors, [emailMissing]);
    expect(revalidateField(failed, "email", validateEmail("ada")).fields.email?.key).toBe("auth.check.emailForm");
    expect(revalidateField(failed, "password", passwordMissing)).toBe(failed);
  });

  it("clears an error shared by two fields when either is edited", () => {
    const failed = withErrors(noErrors, [credentials]);
    expect(findFieldError(failed, "password")).toBe(credentials);
    expect(updateEditedField(failed, "password", undefined).fields).toEqual({});
  });

  it("shows an error only at its field, without a summary", () => {
    const failed = withFieldError(noErrors, { key: "auth.error.codeWrong", field: "code" });
    expect(failed).toMatchObject({ summary: [], fields: { code: { key: "auth.error.codeWrong" } }, failures: 1 });
  });

  it("clears everything but the count when a submission starts", () => {
    expect(withoutErrors(withErrors(noErrors, [credentials]))).toEqual({ summary: [], fields: {}, failures: 1 });
  });
});
