import type { ReturnTarget } from "../../auth/apps/default-return-url.ts";
import { type Html, html } from "../../platform/http/html.ts";
import type { Texts } from "../../platform/i18n/texts.ts";
import { requestIdText } from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";
import type { Problem } from "./problem.ts";

/** The error page of an expired sign-in. There is no trusted URL to redirect to. */
export function expiredPage(frame: PageFrame, home: ReturnTarget | undefined): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("hosted.expired.title"),
    content: html`<p class="lead">${texts("hosted.expired.text", { site: home?.name ?? frame.siteName })}</p>
${homeLink(texts, home)}`,
  });
}

/** A page that was opened without a sign-in: offers one on the member site, or at the app. */
export function signInOfferPage(frame: PageFrame, home: ReturnTarget | undefined): Html {
  const { texts, siteName, siteUrl } = frame;
  return page(frame, {
    title: texts("auth.signIn.title"),
    content: html`<p class="lead">${texts("hosted.start.text", { site: home?.name ?? siteName })}</p>
${
  siteUrl === undefined
    ? homeLink(texts, home)
    : html`<p class="actions"><a class="button" href="${siteUrl}/sign-in">${texts("auth.signIn.submit")}</a></p>`
}`,
  });
}

/** The 404 page. */
export function notFoundPage(frame: PageFrame, home: ReturnTarget | undefined): Html {
  const { texts, siteName } = frame;
  return page(frame, {
    title: texts("hosted.notFound.title"),
    content: html`<p class="lead">${texts("hosted.notFound.text", { site: home?.name ?? siteName })}</p>
${homeLink(texts, home)}`,
  });
}

/** The link back to the app, as the page's main action. */
export function homeLink(texts: Texts, home: ReturnTarget | undefined): Html | undefined {
  return (
    home &&
    html`<p class="actions"><a class="button" href="${home.url}">${texts("hosted.home.link", { site: home.name })}</a></p>`
  );
}

/** A rejected form: cross-site, unreadable, or without its cookie. `retryHref` opens an empty form. */
export function rejectedFormPage(frame: PageFrame, retryHref: string | undefined): Html {
  const { texts, siteName: site } = frame;
  return page(frame, {
    title: texts("hosted.form.title"),
    content: html`<p class="lead">${texts("hosted.form.text", { site })}</p>
${retryHref && html`<p class="actions"><a class="button" href="${retryHref}">${texts("common.action.retry")}</a></p>`}`,
  });
}

/** A page that failed to render. */
export function failurePage(frame: PageFrame, { notice, requestId }: Problem): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("hosted.failed.title"),
    content: html`${notice && html`<p class="lead">${texts(notice.key, notice.values)}</p>`}
${requestId && html`<p class="request-id">${requestIdText(texts, requestId)}</p>`}`,
  });
}
