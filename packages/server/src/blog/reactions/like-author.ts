import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";

/** The author of a like or rating: a member, or a visitor by the id in their token. */
export type LikeAuthor = { memberId: string } | { visitorId: string };

/** `undefined` for API keys without a member. */
export function findLikeAuthor(caller: Caller): LikeAuthor | undefined {
  if (caller.kind === "member") return { memberId: caller.memberId };
  return caller.kind === "visitor" ? { visitorId: caller.visitorId } : undefined;
}

/** @throws {Refusal} `NOT_ALLOWED` for callers that are neither members nor visitors. */
export function requireLikeAuthor(caller: Caller): LikeAuthor {
  const author = findLikeAuthor(caller);
  if (!author) throw new Refusal("NOT_ALLOWED");
  return author;
}
