import {
  findNewsletterCategories,
  findSubscription,
  type SubscriptionRow,
} from "../blog/newsletter/newsletter-store.ts";
import {
  changeNewsletterByLink,
  confirmNewsletterSubscription,
  findConfirmableSubscription,
  type NewsletterChoice,
} from "../blog/newsletter/subscriptions.ts";
import { Refusal } from "../platform/context/errors.ts";
import { type Html, html } from "../platform/http/html.ts";
import { bodyLimits } from "../platform/http/read-body.ts";
import { readUnsubscribeForm } from "../platform/http/read-form.ts";
import type { App } from "../platform/http/serve.ts";
import { type HostedPage, sendPage, sendRejectedForm, servePage, singleParameter } from "./hosted-page.ts";
import { page } from "./views/layout.ts";

const path = "/hosted/newsletter";

/**
 * `/hosted/newsletter?token=`: confirms a subscription. Opening the page does not, because programs that check emails
 * open their links. The POST needs no session, because the token of the email authorizes it.
 */
export function serveNewsletterPage(app: App, context: HostedPage["context"]): void {
  const tokenOf = (hosted: HostedPage) => singleParameter(hosted, "token") ?? "";
  app.get(path, (c) =>
    servePage(c, context, async (hosted) => {
      const row = await findConfirmableSubscription(context, tokenOf(hosted));
      if (!row) return sendMessage(hosted, hosted.frame.texts("hosted.newsletter.expired"), 400);
      const { texts, siteName: site } = hosted.frame;
      if (row.status === "SUBSCRIBED") return sendMessage(hosted, texts("hosted.newsletter.confirmed", { site }));
      return sendContent(
        hosted,
        html`<p class="lead">${texts("hosted.newsletter.confirm", { site })}</p>
${form(hosted, path, html`<button type="submit" class="button">${texts("hosted.newsletter.confirmSubmit")}</button>`)}`,
      );
    }),
  );
  app.post(path, (c) =>
    servePage(c, context, async (hosted) => {
      const { texts, siteName: site } = hosted.frame;
      return (await confirmNewsletterSubscription(context, tokenOf(hosted)))
        ? sendMessage(hosted, texts("hosted.newsletter.confirmed", { site }))
        : sendMessage(hosted, texts("hosted.newsletter.expired"), 400);
    }),
  );
}

/** The unsubscribe page of the newsletter: the categories, and a button that stops all emails. */
export async function sendNewsletterChoice(hosted: HostedPage, memberId: string, problem?: string): Promise<Response> {
  const { context, frame } = hosted;
  const row = await findSubscription(context.db, context.site.id, memberId);
  const { texts, siteName: site } = frame;
  if (row?.status !== "SUBSCRIBED") return sendMessage(hosted, texts("hosted.newsletter.none", { site }));
  return sendContent(
    hosted,
    html`<p class="lead">${texts("hosted.newsletter.question", { site })}</p>
${
  problem &&
  html`<p class="error" role="alert">${problem}</p>
`
}<div class="form">
${await choiceForm(hosted, problem ? { ...row, categoryIds: [] } : row)}
${stopForm(hosted)}
</div>`,
    problem ? 422 : 200,
  );
}

/**
 * A submitted form of {@link sendNewsletterChoice}, or the POST of an email program, which stops all emails. Source:
 * RFC 8058 §3.2.
 */
export async function submitNewsletterChoice(hosted: HostedPage, memberId: string): Promise<Response> {
  const { context, frame, c } = hosted;
  const { texts, siteName: site } = frame;
  const categories = await findNewsletterCategories(context.db, context.site.id);
  const names = ["resume", "scope", ...categories.map(({ id }) => `category-${id}`)];
  let fields: Record<string, string>;
  try {
    fields = await readUnsubscribeForm(c.req.raw, names, bodyLimits.identity.bytes);
  } catch (error) {
    if (error instanceof Refusal) return sendRejectedForm(hosted, error.status);
    throw error;
  }
  const categoryIds = categories.flatMap(({ id }) => (fields[`category-${id}`] ? [id] : []));
  if (fields["scope"] === "some" && categoryIds.length === 0)
    return sendNewsletterChoice(hosted, memberId, texts("hosted.newsletter.noCategory"));
  const choice: NewsletterChoice = fields["scope"]
    ? { kind: "choose", categoryIds: fields["scope"] === "some" ? categoryIds : null }
    : { kind: fields["resume"] ? "resume" : "stop" };
  await changeNewsletterByLink(context, memberId, choice);
  if (choice.kind === "choose") return sendMessage(hosted, texts("hosted.newsletter.saved"));
  if (choice.kind === "resume") return sendMessage(hosted, texts("hosted.newsletter.confirmed", { site }));
  return sendContent(
    hosted,
    html`<p class="lead" role="status">${texts("hosted.newsletter.stopped", { site })}</p>
${form(hosted, unsubscribePath, html`<input type="hidden" name="resume" value="1"><button type="submit" class="button">${texts("hosted.unsubscribe.undo")}</button>`)}`,
  );
}

const unsubscribePath = "/hosted/unsubscribe";

async function choiceForm(hosted: HostedPage, { categoryIds }: SubscriptionRow): Promise<Html | undefined> {
  const { context, frame } = hosted;
  const categories = await findNewsletterCategories(context.db, context.site.id);
  if (categories.length === 0) return undefined;
  const { texts } = frame;
  const radio = (value: string, label: string, isChecked: boolean) =>
    html`<div class="checkbox">
<input id="scope-${value}" type="radio" name="scope" value="${value}"${isChecked && html` checked`}>
<label for="scope-${value}">${label}</label>
</div>`;
  const boxes = categories.map(
    ({ id, label }) => html`<div class="checkbox">
<input id="${id}" type="checkbox" name="category-${id}" value="1"${categoryIds?.includes(id) && html` checked`}>
<label for="${id}">${label}</label>
</div>
`,
  );
  return form(
    hosted,
    unsubscribePath,
    html`<div class="form">
${radio("all", texts("hosted.newsletter.all"), categoryIds === null)}
${radio("some", texts("hosted.newsletter.some"), categoryIds !== null)}
${boxes}<button type="submit" class="button">${texts("hosted.newsletter.save")}</button>
</div>`,
  );
}

const stopForm = (hosted: HostedPage): Html =>
  form(
    hosted,
    unsubscribePath,
    html`<button type="submit" class="button" data-variant="plain">${hosted.frame.texts("hosted.newsletter.stop")}</button>`,
  );

const form = (hosted: HostedPage, action: string, content: Html): Html =>
  html`<form method="post" action="${action}?${new URLSearchParams({ token: singleParameter(hosted, "token") ?? "" }).toString()}">
${content}</form>`;

const sendContent = (hosted: HostedPage, content: Html, status = 200): Response =>
  sendPage(hosted, page(hosted.frame, { title: hosted.frame.texts("hosted.newsletter.title"), content }), { status });

const sendMessage = (hosted: HostedPage, message: string, status = 200): Response =>
  sendContent(hosted, html`<p class="lead" role="status">${message}</p>`, status);
