import { explainFailure } from "./explain-failure.ts";
import type { HostedPage } from "./hosted-page.ts";

/**
 * Answers what the page's own script asks, as JSON; what went wrong as a sentence in `message`.
 *
 * @param isForPage Tells what the page has to show instead: it is thrown on.
 */
export async function tellScript(
  { c, context, frame }: HostedPage,
  work: () => Promise<object>,
  isForPage: (error: unknown) => boolean = () => false,
): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    return c.json(await work(), 200, headers);
  } catch (error) {
    if (isForPage(error)) throw error;
    const { status, notice, retryAfter } = explainFailure(context, error, c.get("requestId"));
    const message = frame.texts(notice?.key ?? "auth.error.unfinished", notice?.values);
    return c.json({ message }, status as 400, {
      ...headers,
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    });
  }
}
