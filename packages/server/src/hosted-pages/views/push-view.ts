import { type Html, html } from "../../platform/http/html.ts";
import { type FormContext, form, submitButton, timeLeft } from "./form-parts.ts";
import type { PageFrame } from "./layout.ts";
import { type SecondFactorProps, stepPage, trustDeviceBox } from "./second-factor-view.ts";

/**
 * The second factor on a device: the number to select there, and a button to continue. `browser/form-enhancements.ts`
 * polls and presses the button automatically.
 */
export function pushStepView(
  frame: PageFrame,
  context: FormContext,
  {
    number,
    secondsLeft,
    remembers,
    ...props
  }: Omit<SecondFactorProps, "lead"> & {
    /** Two digits. */
    number: string;
    secondsLeft: number;
    remembers: boolean;
  },
): Html {
  const { texts } = context;
  return stepPage(
    frame,
    context,
    { ...props, lead: texts("secondStep.PUSH.lead") },
    html`<p class="push-number">${number}</p>
${timeLeft(texts, { seconds: secondsLeft, words: "secondStep.PUSH.left" })}
${form(
  context,
  html`${trustDeviceBox(context, props.reason, remembers)}
<p class="hint">${texts("hosted.byPush.help")}</p>
${submitButton(texts("hosted.byPush.done"), texts("secondStep.challenge.submitting"))}`,
  { attributes: html` data-device="${secondsLeft}"` },
)}`,
  );
}
