import type { Home } from "../../auth/apps/default-return-url.ts";
import { type Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";
import { requestIdText } from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";
import type { Problem } from "./problem.ts";

/** A sign-in that cannot go on, told on the spot: there is no address that could be trusted to be sent to. */
export function expiredPage(frame: PageFrame, home: Home | undefined): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("hosted.expired.title"),
    content: html`<p class="lead">${texts("hosted.expired.text", { site: home?.name ?? frame.siteName })}</p>
${homeLink(texts, home)}`,
  });
}

/** An address of these pages that there is none at. */
export function notFoundPage(frame: PageFrame, home: Home | undefined): Html {
  const { texts, siteName } = frame;
  return page(frame, {
    title: texts("hosted.notFound.title"),
    content: html`<p class="lead">${texts("hosted.notFound.text", { site: home?.name ?? siteName })}</p>
${homeLink(texts, home)}`,
  });
}

/** The way back to where somebody comes from, as the page's main action. */
export function homeLink(texts: Texts, home: Home | undefined): Html | undefined {
  return (
    home &&
    html`<p class="actions"><a class="button" href="${home.url}">${texts("hosted.home.link", { site: home.name })}</a></p>`
  );
}

/** A form that was not taken: foreign, unreadable, or without its cookie. `retryHref` shows it anew. */
export function refusedFormPage(frame: PageFrame, retryHref: string | undefined): Html {
  const { texts, siteName: site } = frame;
  return page(frame, {
    title: texts("hosted.form.title"),
    content: html`<p class="lead">${texts("hosted.form.text", { site })}</p>
${retryHref && html`<p class="actions"><a class="button" href="${retryHref}">${texts("common.action.retry")}</a></p>`}`,
  });
}

/** A page that could not be drawn. */
export function failurePage(frame: PageFrame, { notice, requestId }: Problem): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("hosted.failed.title"),
    content: html`${notice && html`<p class="lead">${texts(notice.key, notice.values)}</p>`}
${requestId && html`<p class="request-id">${requestIdText(texts, requestId)}</p>`}`,
  });
}
