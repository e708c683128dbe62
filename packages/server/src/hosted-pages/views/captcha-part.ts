import type { CaptchaKind, CaptchaPurpose } from "@porchlight/contract/auth/captcha/captcha";
import { startCaptcha } from "@porchlight/contract/auth/captcha/endpoints";
import { type Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";

/** Fields that a form shows its captcha in. */
export const captchaFields = ["captchaSilent", "captchaVisible"] as const;

/**
 * The captcha of a form, which `browser/captcha.ts` brings to life: a silent one is passed when the form is sent, a visible one is a
 * box to tick, or what a provider draws. Without scripts, a mail is the way in, a few times.
 *
 * @param scriptless What those are told who have none; nothing where the form works for them.
 */
export function captchaPart(
  texts: Texts,
  { purpose, kind, scriptless }: { purpose: CaptchaPurpose; kind: CaptchaKind; scriptless: Html | undefined },
): Html {
  const facts = html` data-task="${startCaptcha.path}" data-purpose="${purpose}" data-kind="${kind}"`;
  return html`<div class="captcha"${facts} data-checking="${texts(kind === "silent" ? "captcha.status.silent" : "captcha.status.checking")}" data-done="${texts("captcha.status.done")}" data-failed="${texts("captcha.error.unreachable")}" data-expired="${texts("captcha.error.expired")}">
<input type="hidden" name="${kind === "silent" ? "captchaSilent" : "captchaVisible"}">
<label hidden><input type="checkbox" required disabled> ${texts("captcha.box.label")}</label>
<div class="provider"></div>
<p class="hint" role="status"></p>
${scriptless && html`<noscript><p class="hint">${scriptless}</p></noscript>`}
</div>
`;
}
