import type { SiteClient } from "../client.ts";

/** The fields of the forms of the newsletter page, which browsers without scripts submit, too. */
export interface NewsletterFields {
  action: "subscribe" | "save" | "stop" | undefined;
  /** `null`: all posts; absent: unchanged. */
  categoryIds?: string[] | null;
}

/** The outcome of a form. */
export const newsletterResults = ["requested", "saved", "stopped", "noCategory", "tooMany", "failed"] as const;
export type NewsletterResult = (typeof newsletterResults)[number];

/** Reads the fields of a form. */
export function readNewsletterFields(data: FormData): NewsletterFields {
  const action = (["subscribe", "save", "stop"] as const).find((name) => name === data.get("action"));
  const scope = data.get("scope");
  const chosen = data.getAll("category").filter((id) => typeof id === "string");
  return { action, ...(scope && { categoryIds: scope === "some" ? chosen : null }) };
}

/** Sends what a form contains. */
export async function sendNewsletterFields(
  { newsletter }: Pick<SiteClient, "newsletter">,
  { action, ...choice }: NewsletterFields,
): Promise<NewsletterResult> {
  if (!action) return "failed";
  if (choice.categoryIds?.length === 0) return "noCategory";
  try {
    await newsletter.setNewsletterSubscription({ subscribed: action !== "stop", ...choice });
    return action === "stop" ? "stopped" : action === "save" ? "saved" : "requested";
  } catch (error) {
    return Object(error).code === "TOO_MANY_REQUESTS" ? "tooMany" : "failed";
  }
}
