import { type Html, html } from "../../platform/http/html.ts";
import { type FormContext, form, submitButton, timeLeft } from "./form-parts.ts";
import type { PageFrame } from "./layout.ts";
import { rememberBox, type StepProps, stepPage } from "./second-factor-view.ts";

/**
 * The second step on a device that was asked: the number to choose there, and a button for when that is done. Where scripts are,
 * `browser/push.ts` asks, and presses it.
 */
export function pushStepView(
  frame: PageFrame,
  context: FormContext,
  {
    number,
    secondsLeft,
    remembers,
    ...props
  }: Omit<StepProps, "lead"> & {
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
  html`${rememberBox(context, props.reason, remembers)}
<p class="hint">${texts("hosted.byPush.help")}</p>
${submitButton(texts("hosted.byPush.done"), texts("secondStep.challenge.submitting"))}`,
  { attributes: html` data-device="${secondsLeft}"` },
)}`,
  );
}
