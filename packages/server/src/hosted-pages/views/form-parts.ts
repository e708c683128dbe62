import type { CaptchaKind, CaptchaPurpose } from "@porchlight/contract/auth/captcha/captcha";
import { startCaptcha } from "@porchlight/contract/auth/captcha/endpoints";
import { verificationCodeLength } from "@porchlight/contract/limits";
import { type Html, html } from "../../platform/http/html.ts";
import type { TextKey, Texts } from "../../platform/i18n/texts.ts";
import { formTokenField } from "../cookies/form-guard.ts";
import type { Problem, ValidationError } from "./problem.ts";

/** Form fields of the captcha tokens. */
export const captchaFields = ["captchaSilent", "captchaVisible"] as const;

/**
 * The captcha of a form; `browser/captcha.ts` runs it. A silent captcha is solved when the form is submitted; a visible
 * one is a checkbox or the widget of a provider.
 *
 * @param options.noscriptHint Shown without scripts; undefined if the form works without them.
 */
export function captchaPart(
  texts: Texts,
  { purpose, kind, noscriptHint }: { purpose: CaptchaPurpose; kind: CaptchaKind; noscriptHint: Html | undefined },
): Html {
  const attributes = html` data-task="${startCaptcha.path}" data-purpose="${purpose}" data-kind="${kind}"`;
  return html`<div class="captcha"${attributes} data-checking="${texts(kind === "silent" ? "captcha.status.silent" : "captcha.status.checking")}" data-done="${texts("captcha.status.done")}" data-failed="${texts("captcha.error.unreachable")}" data-expired="${texts("captcha.error.expired")}">
<input type="hidden" name="${kind === "silent" ? "captchaSilent" : "captchaVisible"}">
<label hidden><input type="checkbox" required disabled> ${texts("captcha.box.label")}</label>
<div class="provider"></div>
<p class="hint" role="status"></p>
${noscriptHint && html`<noscript><p class="hint">${noscriptHint}</p></noscript>`}
</div>
`;
}

/** URLs for links in error messages. */
export interface PageLinks {
  signIn: string;
  forgotPassword: string;
}

/** The context for rendering form parts. */
export interface FormContext {
  texts: Texts;
  /** The URL that the form is submitted to. */
  action: string;
  /** The token against cross-site request forgery; see `cookies/form-guard.ts`. */
  token: string;
  links: PageLinks;
  problem: Problem | undefined;
  /** Rendered above the submit button; see {@link captchaPart}. */
  captcha?: Html | undefined;
}

/** A form with its CSRF token. */
export function form(
  { action, token }: FormContext,
  content: Html,
  { className = "form", attributes }: { className?: string; attributes?: Html } = {},
): Html {
  return html`<form class="${className}" method="post" action="${action}"${attributes}>
<input type="hidden" name="${formTokenField}" value="${token}">
${content}
</form>`;
}

/** @param busy Label while the form is being submitted. */
export const submitButton = (label: string, busy?: string): Html =>
  html`<button class="button"${busyAttribute(busy)}>${label}</button>`;

export const busyAttribute = (busy: string | undefined): Html | undefined =>
  busy === undefined ? undefined : html` data-busy="${busy}"`;

/** A form with a single button, for a secondary action. `name` identifies it. */
export function buttonForm(
  context: FormContext,
  { name, label, busy, content }: { name: string; label: string; busy?: string; content?: Html | undefined },
): Html {
  return form(
    context,
    html`${content}<button class="button" data-variant="quiet"${busyAttribute(busy)} name="${name}" value="yes">${label}</button>`,
  );
}

export interface FieldProps {
  /** Also the input's `id`. */
  name: string;
  label: string;
  hint?: string;
  value?: string;
  autocomplete: string;
  isOptional?: boolean;
  /** Focused when the page opens, unless there is a problem to focus. */
  isFirst?: boolean;
}

/** A text field: label, hint, error, and input, in this order. */
export function textField(
  context: FormContext,
  props: FieldProps,
  attributes = html` type="text" maxlength="1000"`,
  trailing?: Html,
): Html {
  const { texts, problem } = context;
  const { name, label, hint, value, isOptional } = props;
  const ownError = problem?.issues?.find(({ field }) => field === name);
  const markedError = problem?.issues?.find(({ alsoMarks }) => alsoMarks === name);
  const described = [
    hint && `${name}-hint`,
    ownError ? `${name}-error` : markedError && `${markedError.field}-error`,
  ].filter(Boolean);
  const input = html`<input id="${name}" name="${name}"${attributes} autocomplete="${props.autocomplete}"${value !== undefined && html` value="${value}"`}${!isOptional && html` required`}${(ownError ?? markedError) && html` aria-invalid="true"`}${described.length > 0 && html` aria-describedby="${described.join(" ")}"`}${props.isFirst && !problem && html` autofocus`}>`;
  return html`<div class="field">
<label for="${name}">${isOptional ? texts("common.field.optional", { label }) : label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${ownError && html`<p class="error" id="${name}-error"><span class="icon" aria-hidden="true">!</span><span><span class="hidden">${texts("common.error.label")} </span>${errorText(context, ownError)}</span></p>`}
${input}${trailing}
</div>`;
}

export interface Names {
  firstName: string;
  lastName: string;
}

/** The optional name fields; the first of them is focused. */
export function nameFields(context: FormContext, { firstName, lastName }: Names): Html {
  const { texts } = context;
  return html`${textField(context, {
    name: "firstName",
    label: texts("auth.field.firstName"),
    value: firstName,
    autocomplete: "given-name",
    isOptional: true,
    isFirst: true,
  })}
${textField(context, {
  name: "lastName",
  label: texts("auth.field.lastName"),
  value: lastName,
  autocomplete: "family-name",
  isOptional: true,
})}`;
}

export function emailField(context: FormContext, props: FieldProps): Html {
  const attributes = html` type="email" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="1000"`;
  return textField(context, props, attributes);
}

/** A password is never rendered. `browser/form-enhancements.ts` enables the button that reveals it. */
export function passwordField(context: FormContext, props: Omit<FieldProps, "value">): Html {
  const { texts } = context;
  return textField(
    context,
    props,
    html` type="password" autocapitalize="none" spellcheck="false" maxlength="5000"`,
    html`
<button type="button" class="reveal" aria-label="${texts("common.password.show")}" aria-pressed="false" aria-controls="${props.name}" data-hide="${texts("common.password.hideShort")}" data-caps-lock="${texts("common.password.capsLock")}" hidden>${texts("common.password.showShort")}</button>`,
  );
}

/** A field for a new password. The hint states its minimum length. */
export function newPasswordField(
  context: FormContext,
  { label, minLength, isFirst }: { label: string; minLength: number; isFirst?: boolean },
): Html {
  const hint = context.texts("auth.signUp.passwordHint", { min: minLength });
  return passwordField(context, {
    name: "password",
    label,
    hint,
    autocomplete: "new-password",
    ...(isFirst && { isFirst }),
  });
}

/** An email address inside a sentence, whose text direction may differ. */
export const inSentence = (text: string): Html => html`<bdi class="strong">${text}</bdi>`;

/** A numeric code. The server removes spaces and dashes. */
export function codeField(context: FormContext, props: Omit<FieldProps, "autocomplete">): Html {
  const attributes = html` data-received="${context.texts("auth.verifyEmail.autoSubmitted")}" class="code" type="text" inputmode="numeric" spellcheck="false" maxlength="${verificationCodeLength * 2}"`;
  return textField(context, { ...props, autocomplete: "one-time-code" }, attributes);
}

/** A recovery code; letters and digits. */
export function recoveryCodeField(context: FormContext, props: Omit<FieldProps, "autocomplete">): Html {
  const attributes = html` class="code" type="text" autocapitalize="none" spellcheck="false" maxlength="24"`;
  return textField(context, { ...props, autocomplete: "off" }, attributes);
}

/** A checkbox; submitted as `yes`. */
export function checkboxField({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }): Html {
  return html`<div class="checkbox">
<input id="${name}" name="${name}" type="checkbox" value="yes"${isChecked && html` checked`}>
<label for="${name}">${label}</label>
</div>`;
}

/** The problem above the form: a summary of errors, or a notice. Receives the focus. */
export function problemBox(context: FormContext): Html | undefined {
  const { texts, problem } = context;
  if (problem === undefined) return undefined;
  const { issues, notice, requestId, retryAfter, captcha } = problem;
  if (issues !== undefined) {
    return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${texts("common.error.heading")}</h2>
<ul>
${issues.map((issue) => html`<li>${errorText(context, issue, (inside) => (issue.field ? html`<a href="#${issue.field}">${inside}</a>` : inside))}</li>\n`)}</ul>
</div>`;
  }
  if (notice === undefined) return undefined;
  const words = texts(notice.key, notice.values);
  const content = html`${captcha ? captchaNotice(texts, words) : words}${requestId && html`<p class="request-id">${requestIdText(texts, requestId)}</p>`}`;
  return html`${noticeBox(notice.kind, content, html` role="alert" tabindex="-1" autofocus`)}
${retryAfter !== undefined && timeLeft(texts, { seconds: retryAfter, words: "hosted.wait.left", over: texts("hosted.wait.over") })}`;
}

/** Without scripts, submitting again does not help: the captcha would still be missing. */
const captchaNotice = (texts: Texts, words: string): Html =>
  html`<span class="scripted">${words}</span><noscript>${texts("hosted.captcha.unsent")}</noscript>`;

/** A countdown. Scripts fill it in; without them the notice states the time. */
export function timeLeft(
  texts: Texts,
  { seconds, words, over = "" }: { seconds: number; words: TextKey; over?: string },
): Html {
  const template = texts(words, { time: "{time}" });
  return html`<p class="time-left" role="timer" aria-live="off" data-seconds="${seconds}" data-words="${template}" data-over="${over}"></p>`;
}

const noticeIcons = { info: "i", success: "✓", warning: "!", danger: "!" } as const;

/** A notice at the top of the page. */
export function noticeBox(kind: keyof typeof noticeIcons, content: Html | string, attributes?: Html): Html {
  return html`<div class="notice" data-kind="${kind}"${attributes}>
<span class="icon" aria-hidden="true">${noticeIcons[kind]}</span>
<div>${content}</div>
</div>`;
}

export function requestIdText(texts: Texts, requestId: string): Html {
  return texts.html("common.error.requestId", { requestId, id: (inside) => html`<code>${inside}</code>` });
}

/** The message of a validation error. `toField` wraps the part that links to the field. */
function errorText({ texts, links }: FormContext, issue: ValidationError, toField = (inside: Html) => inside): Html {
  let isWrapped = false;
  const words = texts.html(issue.key, {
    ...issue.values,
    field: (inside) => {
      isWrapped = true;
      return toField(inside);
    },
    reset: (inside) => html`<a href="${links.forgotPassword}">${inside}</a>`,
    signIn: (inside) => html`<a href="${links.signIn}">${inside}</a>`,
  });
  return isWrapped ? words : toField(words);
}
