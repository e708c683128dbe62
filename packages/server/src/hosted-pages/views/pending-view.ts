import type { ReturnTarget } from "../../auth/apps/default-return-url.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { inSentence } from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";

/** A sign-up that waits for approval. The member is notified by email; the page does not poll. */
export function pendingView(
  frame: PageFrame,
  {
    email,
    isConfirmed = false,
    home,
    signInHref,
  }: {
    email: string | undefined;
    /** Shows first that the email was confirmed. */
    isConfirmed?: boolean | undefined;
    home: ReturnTarget | undefined;
    /** For "Sign in with a different account". */
    signInHref?: string;
  },
): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("auth.pending.title"),
    content: html`<span class="clock" aria-hidden="true"></span>
<div class="lead">
${isConfirmed && html`<p>${texts("auth.verifyEmail.confirmed")}</p>`}
<p>${email === undefined ? texts("auth.pending.textUnknown") : texts.html("auth.pending.text", { email: inSentence(email) })}</p>
</div>
<div class="actions">
${home && html`<a class="button" href="${home.url}">${texts("auth.pending.back")}</a>`}
${signInHref && html`<a class="button" data-variant="${home ? "plain" : "main"}" href="${signInHref}">${texts("auth.pending.other")}</a>`}
</div>`,
  });
}
