import type { RegisterRequest } from "@porchlight/contract/auth/sign-in/schema";
import { languageTag } from "@porchlight/contract/wire/value-schema";
import { findLanguage } from "./texts.ts";

/**
 * The sign-up with the language that the person reads, which becomes the member's own: the one that the page names, else the
 * first that the browser asks for and that there are words in. Without either the site's language counts, now and later.
 */
export function withAcceptedLanguage(
  { body, ...request }: RegisterRequest,
  acceptLanguage: string | undefined,
): RegisterRequest {
  const { language: named, ...profile } = body.profile ?? {};
  const language = languageTag.safeParse(named).data ?? findLanguage(acceptLanguage);
  return { ...request, body: { ...body, profile: { ...profile, ...(language && { language }) } } };
}
