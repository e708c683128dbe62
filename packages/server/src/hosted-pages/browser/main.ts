import { enlivenCaptcha } from "./captcha.ts";
import { enlivenCodeField } from "./code-field.ts";
import { countDown } from "./count-down.ts";
import { enlivenPasskeys } from "./passkeys.ts";
import { enlivenPassword } from "./password.ts";
import { waitForDevice } from "./push.ts";
import { sendFormsOnce } from "./sending.ts";

/**
 * The one script of the hosted pages, which all work without it: comfort, captchas and passkeys. `scripts/make-hosted-script.ts`
 * makes one file of it. What it says is in the pages, as attributes, in their language.
 */
function each<E extends Element>(selector: string, work: (element: E) => void): void {
  for (const element of document.querySelectorAll<E>(selector)) work(element);
}

each(".reveal", enlivenPassword);
each("input.code[inputmode]", enlivenCodeField);
each("[data-seconds]", countDown);
// Before forms are sent once: what waits for a captcha, or for a passkey, was not sent yet.
each(".captcha", enlivenCaptcha);
each("form[data-passkey]", enlivenPasskeys);
each("form[data-device]", waitForDevice);
sendFormsOnce();
