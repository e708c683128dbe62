import type { CaptchaKind, CaptchaPurpose } from "@porchlight/contract/auth/captcha/captcha";
import { startCaptcha } from "@porchlight/contract/auth/captcha/endpoints";
import { type Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";

/** Form fields of the captcha tokens. */
export const captchaFields = ["captchaSilent", "captchaVisible"] as const;

/**
 * The captcha of a form; `browser/captcha.ts` runs it. A silent captcha is solved when the form is submitted; a visible one is a
 * checkbox or the widget of a provider.
 *
 * @param scriptless The hint for browsers without scripts, if the form does not work there.
 */
export function captchaPart(
  texts: Texts,
  { purpose, kind, scriptless }: { purpose: CaptchaPurpose; kind: CaptchaKind; scriptless: Html | undefined },
): Html {
  const attributes = html` data-task="${startCaptcha.path}" data-purpose="${purpose}" data-kind="${kind}"`;
  return html`<div class="captcha"${attributes} data-checking="${texts(kind === "silent" ? "captcha.status.silent" : "captcha.status.checking")}" data-done="${texts("captcha.status.done")}" data-failed="${texts("captcha.error.unreachable")}" data-expired="${texts("captcha.error.expired")}">
<input type="hidden" name="${kind === "silent" ? "captchaSilent" : "captchaVisible"}">
<label hidden><input type="checkbox" required disabled> ${texts("captcha.box.label")}</label>
<div class="provider"></div>
<p class="hint" role="status"></p>
${scriptless && html`<noscript><p class="hint">${scriptless}</p></noscript>`}
</div>
`;
}
