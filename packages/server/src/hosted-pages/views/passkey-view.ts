import { type Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";
import { type FormContext, form, submitButton } from "./form-parts.ts";
import type { PageFrame } from "./layout.ts";
import { type SecondFactorProps, stepPage, trustDeviceBox } from "./second-factor-view.ts";

/** Form fields of a passkey response. */
export const passkeyFields = ["challengeId", "credential"] as const;

type Screen = "signIn" | "step";

/**
 * A form that requires scripts: `browser/passkeys.ts` shows it and requests the passkey. On the sign-in page, the email
 * field offers passkeys as autofill.
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

/** Rendered below the sign-in form. */
export function passkeySignIn(context: FormContext): Html {
  const { texts } = context;
  const button = html`<button class="button" data-variant="plain" data-busy="${texts("passkey.step.waiting")}">${texts("passkey.signIn.use")}</button>`;
  return html`${passkeyForm(context, "signIn", false, button)}
${scriptless(texts, "hosted.passkey.scriptless")}`;
}

/** The second factor with a passkey. The browser requests it only when the button is pressed. */
export function passkeyStepView(
  frame: PageFrame,
  context: FormContext,
  { remembers, ...props }: Omit<SecondFactorProps, "lead"> & { remembers: boolean },
): Html {
  const { texts } = context;
  const button = submitButton(texts("passkey.step.use"), texts("passkey.step.waiting"));
  const content = html`${passkeyForm(context, "step", trustDeviceBox(context, props.reason, remembers), button)}
${scriptless(texts, props.others.length > 0 ? "hosted.passkey.scriptlessStep" : "hosted.passkey.scriptlessOnly")}`;
  return stepPage(frame, context, { ...props, lead: texts("passkey.step.lead") }, content);
}
