import { Refusal } from "../platform/context/errors.ts";
import { type Html, html } from "../platform/http/html.ts";
import { bodyLimits } from "../platform/http/read-body.ts";
import { readUnsubscribeForm } from "../platform/http/read-form.ts";
import type { App } from "../platform/http/serve.ts";
import { parseUnsubscribeToken, setOptOut } from "../platform/mail/opt-outs-store.ts";
import { type HostedPage, sendPage, sendRejectedForm, servePage, singleParameter } from "./hosted-page.ts";
import { sendNewsletterChoice, submitNewsletterChoice } from "./newsletter-page.ts";
import { type PageFrame, page } from "./views/layout.ts";

const path = "/hosted/unsubscribe";

/**
 * `/hosted/unsubscribe?token=`: asks whether to stop emails. The POST needs no session and no form token, because email
 * programs send it, too, and the token of the email authorizes it. Source: RFC 8058 §3.2.
 */
export function serveUnsubscribePage(app: App, context: HostedPage["context"]): void {
  app.get(path, (c) =>
    servePage(c, context, async (hosted) => {
      const link = readToken(hosted);
      return link?.topic === "newsletter" ? sendNewsletterChoice(hosted, link.memberId) : sendQuestion(hosted);
    }),
  );
  app.post(path, (c) =>
    servePage(c, context, async (hosted) => {
      const optOut = readToken(hosted);
      if (!optOut) return sendQuestion(hosted);
      if (optOut.topic === "newsletter") return submitNewsletterChoice(hosted, optOut.memberId);
      const form = await readUnsubscribeForm(c.req.raw, ["resume"], bodyLimits.identity.bytes).catch(statusOf);
      if (typeof form === "number") return sendRejectedForm(hosted, form);
      const isStopped = form.resume === "";
      await setOptOut(context.db, context.site.id, optOut, isStopped, context.now());
      return sendPage(hosted, isStopped ? stoppedView(hosted) : resumedView(hosted.frame));
    }),
  );
}

const readToken = (page: HostedPage): ReturnType<typeof parseUnsubscribeToken> =>
  parseUnsubscribeToken(page.context.secrets, singleParameter(page, "token") ?? "");

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  throw error;
}

function sendQuestion(hosted: HostedPage): Response {
  const { frame } = hosted;
  const { texts, siteName: site } = frame;
  const title = texts("hosted.unsubscribe.title");
  if (!readToken(hosted)) {
    const content = html`<p class="lead">${texts("hosted.unsubscribe.invalid")}</p>`;
    return sendPage(hosted, page(frame, { title, content }), { status: 400 });
  }
  const content = html`<p class="lead">${texts("hosted.unsubscribe.question", { site })}</p>
${button(hosted, texts("hosted.unsubscribe.submit"))}`;
  return sendPage(hosted, page(frame, { title, content }));
}

function stoppedView(hosted: HostedPage): Html {
  const { frame } = hosted;
  const { texts, siteName: site } = frame;
  return page(frame, {
    title: texts("hosted.unsubscribe.title"),
    content: html`<p class="lead" role="status">${texts("hosted.unsubscribe.done", { site })}</p>
${button(hosted, texts("hosted.unsubscribe.undo"), html`<input type="hidden" name="resume" value="1">`)}`,
  });
}

function resumedView(frame: PageFrame): Html {
  const { texts, siteName: site } = frame;
  return page(frame, {
    title: texts("hosted.unsubscribe.resumedTitle"),
    content: html`<p class="lead" role="status">${texts("hosted.unsubscribe.resumed", { site })}</p>`,
  });
}

const button = (hosted: HostedPage, label: string, fields?: Html): Html =>
  html`<form method="post" action="${path}?${new URLSearchParams({ token: singleParameter(hosted, "token") ?? "" }).toString()}">
${fields}<button type="submit" class="button">${label}</button></form>`;
