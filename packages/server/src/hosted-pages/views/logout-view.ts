import { type Html, html } from "../../platform/http/html.ts";
import { homeLink } from "./error-page.ts";
import { type FormContext, form, submitButton } from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";

/** Asks for confirmation before signing out. */
export function logoutView(frame: PageFrame, context: FormContext): Html {
  const { texts, siteName: site } = frame;
  return page(frame, {
    title: texts("hosted.logout.title"),
    content: html`<p class="lead">${texts("hosted.logout.question", { site })}</p>
${form(context, submitButton(texts("hosted.logout.submit")))}`,
  });
}

export function signedOutView(frame: PageFrame): Html {
  const { texts, siteName: name, siteUrl: url } = frame;
  return page(frame, {
    title: texts("common.status.signedOut"),
    content: html`${homeLink(texts, url === undefined ? undefined : { name, url })}`,
  });
}
