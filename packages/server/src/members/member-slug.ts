import { randomInt } from "node:crypto";
import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";

const slugMaxLength = 60;
const suffixAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const suffixLength = 6;

/**
 * Slugs to try for a new member, best first, without end: the name's own, then the name with random letters.
 * The e-mail is never in it, because a slug is public.
 */
export function* slugCandidates(profile: IdentityProfile): Generator<string, never> {
  const base =
    slugify(profile.nickname ?? "") || slugify([profile.firstName, profile.lastName].filter(Boolean).join(" "));
  if (base) yield base;
  for (;;) yield `${base || "member"}-${randomSuffix()}`;
}

function slugify(name: string): string {
  // A nickname with an at sign is an e-mail address in the wrong field.
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
