import { initCaptcha } from "./captcha.ts";
import { countDown, initCodeField, initPasswordToggle, pollDevice } from "./form-enhancements.ts";
import { initPasskeys } from "./passkeys.ts";
import { preventDoubleSubmit } from "./prevent-double-submit.ts";

/**
 * The script of the hosted pages: progressive enhancement, captchas, and passkeys. `scripts/make-hosted-script.ts`
 * bundles it. Its texts are localized attributes of the pages.
 */
function each<E extends Element>(selector: string, work: (element: E) => void): void {
  for (const element of document.querySelectorAll<E>(selector)) work(element);
}

each(".reveal", initPasswordToggle);
each("input.code[inputmode]", initCodeField);
each("[data-seconds]", countDown);
// Before preventDoubleSubmit: a form that waits for a captcha or passkey is not submitted yet.
each(".captcha", initCaptcha);
each("form[data-passkey]", initPasskeys);
each("form[data-device]", pollDevice);
preventDoubleSubmit();
