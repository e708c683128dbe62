import { type Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";
import { type FormContext, form, submitButton } from "./form-parts.ts";
import type { PageFrame } from "./layout.ts";
import { rememberBox, type StepProps, stepPage } from "./second-factor-view.ts";

/** What a form is sent with when a passkey was used. */
export const passkeyFields = ["challengeId", "credential"] as const;

type Screen = "signIn" | "step";

/**
 * A form that only scripts can send: `browser/passkeys.ts` shows it, and has the browser ask for the passkey. On the sign-in page the
 * e-mail field offers them, too.
 */
function passkeyForm(context: FormContext, screen: Screen, content: Html | false, button: Html): Html {
  const { texts } = context;
  const words = (name: "CANCELLED" | "UNSUPPORTED" | "DOMAIN") => texts(`passkey.${screen}.${name}`);
  const attributes = html` data-passkey="${screen === "signIn" ? "offer" : "ask"}" data-cancelled="${words("CANCELLED")}" data-unsupported="${words("UNSUPPORTED")}" data-domain="${words("DOMAIN")}" data-unreachable="${texts("auth.error.unreachable")}" hidden`;
  return form(
    context,
    html`${passkeyFields.map((name) => html`<input type="hidden" name="${name}" value="">\n`)}<input type="hidden" name="passkey" value="yes">
<p class="error" role="alert"></p>
${content}
${button}`,
    { className: "form passkey", attributes },
  );
}

const scriptless = (
  texts: Texts,
  key: "hosted.passkey.scriptless" | "hosted.passkey.scriptlessStep" | "hosted.passkey.scriptlessOnly",
) => html`<noscript><p class="hint">${texts(key)}</p></noscript>`;

/** Below the form of the sign-in page. */
export function passkeySignIn(context: FormContext): Html {
  const { texts } = context;
  const button = html`<button class="button" data-variant="plain" data-busy="${texts("passkey.step.waiting")}">${texts("passkey.signIn.use")}</button>`;
  return html`${passkeyForm(context, "signIn", false, button)}
${scriptless(texts, "hosted.passkey.scriptless")}`;
}

/** The second step with a passkey. The browser asks for it when the button is pressed, and never by itself. */
export function passkeyStepView(
  frame: PageFrame,
  context: FormContext,
  { remembers, ...props }: Omit<StepProps, "lead"> & { remembers: boolean },
): Html {
  const { texts } = context;
  const button = submitButton(texts("passkey.step.use"), texts("passkey.step.waiting"));
  const content = html`${passkeyForm(context, "step", rememberBox(context, props.reason, remembers), button)}
${scriptless(texts, props.others.length > 0 ? "hosted.passkey.scriptlessStep" : "hosted.passkey.scriptlessOnly")}`;
  return stepPage(frame, context, { ...props, lead: texts("passkey.step.lead") }, content);
}
