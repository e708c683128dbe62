import { hash } from "node:crypto";

/** The strong entity tag of an answer: one for each text. Source: RFC 9110 §8.8.3. */
export function entityTag(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

/**
 * Whether `If-None-Match` names the tag. Proxies that compress an answer make its tag a weak one, which counts as the same.
 * Source: RFC 9110 §13.1.2.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((listed) => {
    const bare = listed.trim().replace(/^W\//, "");
    return bare === tag || bare === "*";
  });
}
