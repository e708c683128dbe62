import { verificationCodeLength } from "@porchlight/contract/limits";
import { type Html, html } from "../../platform/http/html.ts";
import type { TextKey, Texts } from "../../platform/i18n/texts.ts";
import { formTokenField } from "../cookies/form-guard.ts";
import type { Issue, Problem } from "./problem.ts";

/** Addresses that sentences of a problem may lead to. */
export interface PageLinks {
  signIn: string;
  forgotPassword: string;
}

/** What the parts of a form are drawn with. */
export interface FormContext {
  texts: Texts;
  /** Where the form is sent to. */
  action: string;
  /** As `form-guard.ts` makes it. */
  token: string;
  links: PageLinks;
  problem: Problem | undefined;
  /** Above the button of a form that a captcha is asked for; as `captcha-part.ts` makes it. */
  captcha?: Html | undefined;
}

/** A form around `content`, which is complete with it. */
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

/** @param busy What it is called while the form is on its way. */
export const submitButton = (label: string, busy?: string): Html =>
  html`<button class="button"${busyAttribute(busy)}>${label}</button>`;

export const busyAttribute = (busy: string | undefined): Html | undefined =>
  busy === undefined ? undefined : html` data-busy="${busy}"`;

/** A form of its own that is one button, for what is not the page's main action. `name` tells it from the others. */
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
  /** Also the `id` of the input. */
  name: string;
  label: string;
  hint?: string;
  value?: string;
  autocomplete: string;
  isOptional?: boolean;
  /** Takes the focus when the page opens, unless something is wrong: then that takes it. */
  isFirst?: boolean;
}

/** One line of text under a visible label: label, hint, error, input, in this order. */
export function textField(
  context: FormContext,
  props: FieldProps,
  attributes = html` type="text" maxlength="1000"`,
  beside?: Html,
): Html {
  const { texts, problem } = context;
  const { name, label, hint, value, isOptional } = props;
  const own = problem?.issues?.find(({ field }) => field === name);
  const other = problem?.issues?.find(({ alsoMarks }) => alsoMarks === name);
  const described = [hint && `${name}-hint`, own ? `${name}-error` : other && `${other.field}-error`].filter(Boolean);
  const input = html`<input id="${name}" name="${name}"${attributes} autocomplete="${props.autocomplete}"${value !== undefined && html` value="${value}"`}${!isOptional && html` required`}${(own ?? other) && html` aria-invalid="true"`}${described.length > 0 && html` aria-describedby="${described.join(" ")}"`}${props.isFirst && !problem && html` autofocus`}>`;
  return html`<div class="field">
<label for="${name}">${isOptional ? texts("common.field.optional", { label }) : label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${own && html`<p class="error" id="${name}-error"><span class="icon" aria-hidden="true">!</span><span><span class="hidden">${texts("common.error.label")} </span>${issueText(context, own)}</span></p>`}
${input}${beside}
</div>`;
}

export interface Names {
  firstName: string;
  lastName: string;
}

/** What somebody is called, as far as they want to say. First in a form. */
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

/** Always comes back empty. The button that shows it is there where scripts are: `browser/password.ts`. */
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

/** A password to choose, with its one rule as text. */
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

/** An address inside a sentence, which may be written in another direction than the words around it. */
export const inSentence = (text: string): Html => html`<bdi class="strong">${text}</bdi>`;

/** A code from a mail; spaces and dashes in it are taken off by the server. */
export function codeField(context: FormContext, props: Omit<FieldProps, "autocomplete">): Html {
  const attributes = html` data-received="${context.texts("auth.verifyEmail.autoSubmitted")}" class="code" type="text" inputmode="numeric" spellcheck="false" maxlength="${verificationCodeLength * 2}"`;
  return textField(context, { ...props, autocomplete: "one-time-code" }, attributes);
}

/** One of the codes for whoever cannot take the second step otherwise; letters and digits. */
export function recoveryCodeField(context: FormContext, props: Omit<FieldProps, "autocomplete">): Html {
  const attributes = html` class="code" type="text" autocapitalize="none" spellcheck="false" maxlength="24"`;
  return textField(context, { ...props, autocomplete: "off" }, attributes);
}

/** Something to tick; both the box and its words can be pressed. Sent as `yes`. */
export function checkboxField({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }): Html {
  return html`<div class="checkbox">
<input id="${name}" name="${name}" type="checkbox" value="yes"${isChecked && html` checked`}>
<label for="${name}">${label}</label>
</div>`;
}

/** What is wrong, above the form: the summary of what to correct, or a notice. Takes the focus. */
export function problemBox(context: FormContext): Html | undefined {
  const { texts, problem } = context;
  if (problem === undefined) return undefined;
  const { issues, notice, requestId, retryAfter, captcha } = problem;
  if (issues !== undefined) {
    return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${texts("common.error.heading")}</h2>
<ul>
${issues.map((issue) => html`<li>${issueText(context, issue, (inside) => (issue.field ? html`<a href="#${issue.field}">${inside}</a>` : inside))}</li>\n`)}</ul>
</div>`;
  }
  if (notice === undefined) return undefined;
  const words = texts(notice.key, notice.values);
  const content = html`${captcha ? captchaNotice(texts, words) : words}${requestId && html`<p class="request-id">${requestIdText(texts, requestId)}</p>`}`;
  return html`${noticeBox(notice.kind, content, html` role="alert" tabindex="-1" autofocus`)}
${retryAfter !== undefined && timeLeft(texts, { seconds: retryAfter, words: "hosted.wait.left", over: texts("hosted.wait.over") })}`;
}

/** To send the form once more helps nobody who has no scripts: the captcha would be missing again. */
const captchaNotice = (texts: Texts, words: string): Html =>
  html`<span class="scripted">${words}</span><noscript>${texts("hosted.captcha.unsent")}</noscript>`;

/** Counts down where scripts are, and is empty without them: what stands beside it says the same. */
export function timeLeft(
  texts: Texts,
  { seconds, words, over = "" }: { seconds: number; words: TextKey; over?: string },
): Html {
  const template = texts(words, { time: "{time}" });
  return html`<p class="time-left" role="timer" aria-live="off" data-seconds="${seconds}" data-words="${template}" data-over="${over}"></p>`;
}

const noticeIcons = { info: "i", success: "✓", warning: "!", danger: "!" } as const;

/** Something to know before anything else on the page. */
export function noticeBox(kind: keyof typeof noticeIcons, content: Html | string, attributes?: Html): Html {
  return html`<div class="notice" data-kind="${kind}"${attributes}>
<span class="icon" aria-hidden="true">${noticeIcons[kind]}</span>
<div>${content}</div>
</div>`;
}

export function requestIdText(texts: Texts, requestId: string): Html {
  return texts.html("common.error.requestId", { requestId, id: (inside) => html`<code>${inside}</code>` });
}

/** The words of an issue. `toField` wraps the part that leads to the field. */
function issueText({ texts, links }: FormContext, issue: Issue, toField = (inside: Html) => inside): Html {
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
