import { randomInt } from "node:crypto";
import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";

/** Last parts of addresses that are not members. */
const reservedSlugs = new Set([
  "admin",
  "bulk",
  "edit",
  "join-community",
  "leave-community",
  "me",
  "my",
  "new",
  "query",
]);

/** Whether members may not have this slug. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug);

const slugMaxLength = 60;
const suffixAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const suffixLength = 6;

/**
 * An infinite list of slugs for a new member: the name, then the name with random letters. Slugs are public, so they
 * never contain the email.
 */
export function* slugCandidates(profile: IdentityProfile): Generator<string, never> {
  const base =
    slugify(profile.nickname ?? "") || slugify([profile.firstName, profile.lastName].filter(Boolean).join(" "));
  if (base && !isReservedSlug(base)) yield base;
  for (;;) yield `${base || "member"}-${randomSuffix()}`;
}

function slugify(name: string): string {
  // A nickname with an at sign is an email address in the wrong field.
  if (name.includes("@")) return "";
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .slice(0, slugMaxLength)
    .replace(/^-+|-+$/g, "")
    .toWellFormed();
}

function randomSuffix(): string {
  return Array.from({ length: suffixLength }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]).join("");
}
