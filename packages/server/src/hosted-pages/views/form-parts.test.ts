import { describe, expect, it } from "vitest";
import { createTexts } from "../../platform/i18n/texts.ts";
import { codeField, emailField, type FormContext, passwordField, problemBox, textField } from "./form-parts.ts";
import { type Problem, validationProblem } from "./problem.ts";

const context = (problem?: Problem): FormContext => ({
  texts: createTexts("en"),
  action: "/hosted/login?session=S",
  token: "TOKEN",
  links: { signIn: "/in", forgotPassword: "/forgot" },
  problem,
});

describe("fields of hosted pages", () => {
  it("have a label and a described hint, and the first is focused", () => {
    const props = { name: "email", label: "Email <b>", hint: "Yours", autocomplete: "email", isFirst: true };
    const { text } = emailField(context(), props);
    expect(text).toContain('<label for="email">Email &lt;b&gt;</label>');
    expect(text).toContain('<p class="hint" id="email-hint">Yours</p>');
    expect(text).toMatch(
      /<input id="email" name="email" type="email" .* required aria-describedby="email-hint" autofocus>/,
    );
  });

  it("show the error between hint and input, and focus the summary", () => {
    const problem = validationProblem({ key: "auth.check.emailForm", field: "email" });
    const { text } = emailField(context(problem), {
      name: "email",
      label: "E",
      hint: "H",
      autocomplete: "email",
      isFirst: true,
    });
    expect(text).toMatch(
      /email-hint">H<\/p>\s*<p class="error" id="email-error">.*<input .* aria-invalid="true" aria-describedby="email-hint email-error">/s,
    );
    expect(text).not.toContain("autofocus");
    expect(problemBox(context(problem))?.text).toContain(
      '<li><a href="#email">Enter an email address, like name@example.com</a></li>',
    );
  });

  it("are required unless marked as optional", () => {
    const { text } = textField(context(), {
      name: "firstName",
      label: "First name",
      autocomplete: "given-name",
      isOptional: true,
    });
    expect(text).toContain("First name (optional)</label>");
    expect(text).not.toContain("required");
  });

  it("have appropriate input attributes", () => {
    expect(codeField(context(), { name: "code", label: "Code" }).text).toMatch(
      /class="code" type="text" inputmode="numeric" .*maxlength="12" autocomplete="one-time-code"/,
    );
    const password = passwordField(context(), { name: "password", label: "P", autocomplete: "new-password" }).text;
    expect(password).toContain('type="password"');
    expect(password).not.toContain("value=");
  });

  it("distinguish validation errors from other problems", () => {
    const box = problemBox(
      context({ status: 500, requestId: "R", notice: { key: "auth.error.unfinished", kind: "danger" } }),
    );
    expect(box?.text).toMatch(
      /data-kind="danger" role="alert".*We could not finish signing you in\..*Request id: <code>R<\/code>/s,
    );
    expect(problemBox(context())).toBeUndefined();
  });
});
