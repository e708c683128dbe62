import type { NewsletterSubscription } from "@porchlight/client/blog";
import { maxNewsletterCategories } from "@porchlight/contract/blog/newsletter/newsletter";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import type { SiteClient } from "../client.ts";
import { newsletterPath } from "../shell/return-to.ts";
import { clientContext, isMemberContext, settingsContext, useSite } from "../site.ts";
import { AccountFrame } from "./account-frame.tsx";
import { newsletterText } from "./newsletter-texts.ts";
import {
  type NewsletterResult,
  newsletterResults,
  readNewsletterFields,
  sendNewsletterFields,
} from "./send-newsletter-form.ts";

interface NewsletterData {
  subscription: NewsletterSubscription;
  categories: { id: string; label: string }[];
  /** Of the form that was submitted without scripts. */
  result: NewsletterResult | undefined;
}

/** Requires a member and the newsletter. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<NewsletterData> {
  if (!context.get(settingsContext).newsletter) throw data(null, { status: 404 });
  if (!context.get(isMemberContext)()) throw data(null, { status: 403 });
  const client = context.get(clientContext);
  const [subscription, categories] = await Promise.all([
    client.newsletter.getNewsletterSubscription({ signal: request.signal }),
    listAllCategories(client),
  ]);
  const shown = new URL(request.url).searchParams.get("result");
  return {
    subscription,
    categories: categories.map(({ _id: id, label = "" }) => ({ id, label })),
    result: newsletterResults.find((result) => result === shown),
  };
}

async function listAllCategories({ categories: calls }: SiteClient) {
  const limit = 100;
  const all = [];
  for (;;) {
    const { categories = [] } = await calls.listCategories({ paging: { limit, offset: all.length } });
    all.push(...categories);
    if (categories.length < limit || all.length >= maxNewsletterCategories) return all;
  }
}

/** Whether the member gets new posts by email, and of which categories. Works without scripts. */
function NewsletterPage() {
  const { subscription, categories, result: loadedResult } = useLoaderData<typeof loader>();
  const { siteName: site } = useSite().settings;
  const { status, email, categoryIds } = subscription;
  const { send, result, ref } = useNewsletterForms(loadedResult);
  const isSubscribed = status === "SUBSCRIBED";
  return (
    <AccountFrame path={newsletterPath} worksWithoutJavaScript>
      <p>{newsletterText(`newsletter.status.${status}`, { site, email })}</p>
      <div ref={ref} tabIndex={-1} role="status">
        {result && <p className="site-notice">{newsletterText(`newsletter.result.${result}`, { email })}</p>}
      </div>
      {status === "PENDING" ? (
        <div className="newsletter-forms">
          <ActionForm action="subscribe" onSend={send} isPrimary>
            {newsletterText("newsletter.again")}
          </ActionForm>
          <ActionForm action="stop" onSend={send}>
            {newsletterText("newsletter.cancel")}
          </ActionForm>
        </div>
      ) : (
        <div className="newsletter-forms">
          <form method="post" action={newsletterPath} onSubmit={send} key={`${status} ${categoryIds}`}>
            <input type="hidden" name="action" value={isSubscribed ? "save" : "subscribe"} />
            {categories.length > 0 && <CategoryChoice categories={categories} categoryIds={categoryIds} />}
            <SubmitButton isPrimary>
              {newsletterText(isSubscribed ? "newsletter.save" : "newsletter.subscribe")}
            </SubmitButton>
          </form>
          {isSubscribed && (
            <ActionForm action="stop" onSend={send}>
              {newsletterText("newsletter.stop")}
            </ActionForm>
          )}
        </div>
      )}
    </AccountFrame>
  );
}

function CategoryChoice({
  categories,
  categoryIds,
}: Pick<NewsletterData, "categories"> & { categoryIds: string[] | undefined }) {
  const id = useId();
  return (
    <fieldset className="newsletter-choice">
      <legend>{newsletterText("newsletter.which")}</legend>
      {(["all", "some"] as const).map((scope) => (
        <div className="site-checkbox" key={scope}>
          <input
            type="radio"
            id={`${id}-${scope}`}
            name="scope"
            value={scope}
            defaultChecked={(scope === "some") === (categoryIds !== undefined)}
          />
          <label htmlFor={`${id}-${scope}`}>{newsletterText(`newsletter.${scope}`)}</label>
        </div>
      ))}
      <div className="newsletter-categories">
        {categories.map((category) => (
          <div className="site-checkbox" key={category.id}>
            <input
              type="checkbox"
              id={`${id}-${category.id}`}
              name="category"
              value={category.id}
              defaultChecked={categoryIds?.includes(category.id)}
            />
            <label htmlFor={`${id}-${category.id}`}>{category.label}</label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function ActionForm({
  action,
  onSend,
  isPrimary,
  children,
}: {
  action: "subscribe" | "stop";
  onSend(event: FormEvent<HTMLFormElement>): void;
  isPrimary?: boolean;
  children: ReactNode;
}) {
  return (
    <form method="post" action={newsletterPath} onSubmit={onSend}>
      <input type="hidden" name="action" value={action} />
      <SubmitButton isPrimary={isPrimary}>{children}</SubmitButton>
    </form>
  );
}

const SubmitButton = ({ isPrimary, children }: { isPrimary?: boolean | undefined; children: ReactNode }) => (
  <button type="submit" className="site-button" data-variant={isPrimary ? "primary" : "quiet"}>
    {children}
  </button>
);

/** Sends the forms without leaving the page, and loads the subscription again. */
function useNewsletterForms(loadedResult: NewsletterResult | undefined) {
  const { client } = useSite();
  const { revalidate } = useRevalidator();
  const [result, setResult] = useState(loadedResult);
  const [sent, setSent] = useState(0);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent > 0) ref.current?.focus();
  }, [sent]);
  const send = async (form: FormData) => {
    setResult(undefined);
    const done = await sendNewsletterFields(client, readNewsletterFields(form));
    await revalidate();
    setResult(done);
    setSent((count) => count + 1);
  };
  return {
    result,
    ref,
    send(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      void send(new FormData(event.currentTarget));
    },
  };
}

export { NewsletterPage as Component };
