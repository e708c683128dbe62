import { toProblem } from "./explain-failure.ts";
import type { HostedPage } from "./hosted-page.ts";

/**
 * Responds to the page's own script with JSON, and to errors with a localized `message`.
 *
 * @param isForPage Selects errors that the page shows instead; they are rethrown.
 */
export async function respondToScript(
  { c, context, frame }: HostedPage,
  work: () => Promise<object>,
  isForPage: (error: unknown) => boolean = () => false,
): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    return c.json(await work(), 200, headers);
  } catch (error) {
    if (isForPage(error)) throw error;
    const { status, notice, retryAfter } = toProblem(context, error, c.get("requestId"));
    const message = frame.texts(notice?.key ?? "auth.error.unfinished", notice?.values);
    return c.json({ message }, status as 400, {
      ...headers,
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    });
  }
}
