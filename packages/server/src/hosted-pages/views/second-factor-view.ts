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

/** After this many wrong codes, suggest checking the device's clock. */
const failuresForClock = 2;

/** Common props of the second factor pages. */
export interface SecondFactorProps {
  reason: MfaReason | undefined;
  lead: Html | string;
  others: readonly { label: string; href: string }[];
  signInHref: string;
}

interface CodeProps extends SecondFactorProps {
  field: Html;
  /** Number of wrong codes so far. */
  failures: number;
  /** Whether the code is time-based. */
  hasClock: boolean;
  /** Whether the checkbox is checked. */
  remembers: boolean;
  /** The button that sends another code. */
  again?: { label: string; help: string; isSent: boolean } | undefined;
}

/** The second factor with a code, and links to the other factors. */
export function secondFactorView(frame: PageFrame, context: FormContext, props: CodeProps): Html {
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
${trustDeviceBox(context, reason, remembers)}
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

/** The checkbox to trust this device; not offered for flagged sign-ins. */
export const trustDeviceBox = ({ texts }: FormContext, reason: MfaReason | undefined, isChecked: boolean) =>
  reason !== "HIGH_RISK_LOGIN" &&
  checkboxField({ name: "remember", label: texts("secondStep.challenge.remember"), isChecked });

/** Shown before a code is sent, since opening a page must not cause a call or a paid message. */
export function sendCodeView(
  frame: PageFrame,
  context: FormContext,
  { button, ...props }: SecondFactorProps & { button: string },
): Html {
  const sendButton = submitButton(button, context.texts("auth.verifyEmail.resending"));
  const content = form(context, html`<input type="hidden" name="send" value="yes">\n${sendButton}`);
  return stepPage(frame, context, props, content);
}

export function stepPage(
  frame: PageFrame,
  context: FormContext,
  { reason, lead, others, signInHref }: SecondFactorProps,
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

/** Links to the other factors, with help last. */
function otherMethods({ texts }: FormContext, others: SecondFactorProps["others"]): Html {
  const help = html`<p>${texts.html("secondStep.challenge.help", { help: (inside) => inside })}</p>`;
  if (others.length === 0) return html`<div class="methods">${help}</div>`;
  return html`<details class="methods">
<summary>${texts("secondStep.challenge.other")}</summary>
<ul>
${others.map(({ label, href }) => html`<li><a class="button" data-variant="plain" href="${href}">${label}</a></li>\n`)}</ul>
${help}
</details>`;
}

/** No sign-in waits for a second factor in this browser: it expired, ended, or started elsewhere. */
export function expiredSecondFactorView(frame: PageFrame, { signInHref }: { signInHref: string }): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("secondStep.challenge.title"),
    content: html`${noticeBox("info", texts("secondStep.challenge.startAgain"))}
<p class="actions"><a class="button" href="${signInHref}">${texts("secondStep.challenge.back")}</a></p>`,
  });
}
