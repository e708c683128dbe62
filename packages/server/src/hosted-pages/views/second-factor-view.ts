import type { MfaReason } from "@porchlight/contract/auth/mfa/factor";
import { type Html, html } from "../../platform/http/html.ts";
import {
  buttonForm,
  checkboxField,
  type FormContext,
  form,
  noticeBox,
  problemBox,
  submitButton,
} from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";

/** From this many wrong codes on, the clock of the member's telephone may be why. */
const failuresForClock = 2;

/** What all pages of the second step have around their form. */
export interface StepProps {
  reason: MfaReason | undefined;
  lead: Html | string;
  others: readonly { label: string; href: string }[];
  signInHref: string;
}

interface CodeProps extends StepProps {
  field: Html;
  /** Wrong codes so far. */
  failures: number;
  /** Whether the code follows the time. */
  hasClock: boolean;
  /** Whether the box is ticked that asks for it. */
  remembers: boolean;
  /** For a code that was sent: the way to another one. */
  again?: { label: string; help: string; isSent: boolean } | undefined;
}

/** The second step of a sign-in, taken with a code, with links to the other ways. What was typed comes back. */
export function secondStepView(frame: PageFrame, context: FormContext, props: CodeProps): Html {
  const { texts } = context;
  const { reason, field, failures, hasClock, remembers, again } = props;
  return stepPage(
    frame,
    context,
    props,
    html`${form(
      context,
      html`${failures > 0 && html`<input type="hidden" name="failures" value="${failures}">`}
${field}
${hasClock && failures >= failuresForClock && html`<p class="hint">${texts("secondStep.TOTP.clock")}</p>`}
${rememberBox(context, reason, remembers)}
${submitButton(texts("secondStep.challenge.submit"), texts("secondStep.challenge.submitting"))}`,
    )}
${
  again &&
  html`<div class="again">
${buttonForm(context, { name: "send", label: again.label, busy: texts("auth.verifyEmail.resending") })}
<p class="hint">${again.help}</p>
</div>`
}`,
    again?.isSent ? noticeBox("success", texts("auth.verifyEmail.resent"), html` role="status"`) : undefined,
  );
}

/** The box for "Do not ask on this device", unless the sign-in is one to look at twice. */
export const rememberBox = ({ texts }: FormContext, reason: MfaReason | undefined, isChecked: boolean) =>
  reason !== "HIGH_RISK_LOGIN" &&
  checkboxField({ name: "remember", label: texts("secondStep.challenge.remember"), isChecked });

/** Before a code is sent: nobody is called, and nothing is paid for, because a page was opened. */
export function sendCodeView(
  frame: PageFrame,
  context: FormContext,
  { button, ...props }: StepProps & { button: string },
): Html {
  const sendButton = submitButton(button, context.texts("auth.verifyEmail.resending"));
  const content = form(context, html`<input type="hidden" name="send" value="yes">\n${sendButton}`);
  return stepPage(frame, context, props, content);
}

export function stepPage(
  frame: PageFrame,
  context: FormContext,
  { reason, lead, others, signInHref }: StepProps,
  content: Html,
  news?: Html,
): Html {
  const { texts } = context;
  const why = texts(reason === "HIGH_RISK_LOGIN" ? "secondStep.reason.risk" : "secondStep.reason.settings");
  return page(frame, {
    title: texts("secondStep.challenge.title"),
    problem: problemBox(context),
    news,
    content: html`<p class="lead">${why} ${lead}</p>
${content}
${otherMethods(context, others)}
<p class="links"><a href="${signInHref}">${texts("secondStep.challenge.back")}</a></p>`,
  });
}

/** Help comes last: it is for whoever has none of the others. */
function otherMethods({ texts }: FormContext, others: StepProps["others"]): Html {
  const help = html`<p>${texts.html("secondStep.challenge.help", { help: (inside) => inside })}</p>`;
  if (others.length === 0) return html`<div class="methods">${help}</div>`;
  return html`<details class="methods">
<summary>${texts("secondStep.challenge.other")}</summary>
<ul>
${others.map(({ label, href }) => html`<li><a class="button" data-variant="plain" href="${href}">${label}</a></li>\n`)}</ul>
${help}
</details>`;
}

/** Nothing waits for the second step in this browser: the sign-in is too old, was ended, or began elsewhere. */
export function tooLateView(frame: PageFrame, { signInHref }: { signInHref: string }): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("secondStep.challenge.title"),
    content: html`${noticeBox("info", texts("secondStep.challenge.startAgain"))}
<p class="actions"><a class="button" href="${signInHref}">${texts("secondStep.challenge.back")}</a></p>`,
  });
}
