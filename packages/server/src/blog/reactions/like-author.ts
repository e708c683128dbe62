import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";

/** Who likes something: a member, or a visitor by the id in their token. */
export type LikeAuthor = { memberId: string } | { visitorId: string };

/** The caller as one who likes; `undefined` for programs that speak for nobody. */
export function findLikeAuthor(caller: Caller): LikeAuthor | undefined {
  if (caller.kind === "member") return { memberId: caller.memberId };
  return caller.kind === "visitor" ? { visitorId: caller.visitorId } : undefined;
}

/** @throws {Refusal} `NOT_ALLOWED` for whoever is neither member nor visitor. */
export function requireLikeAuthor(caller: Caller): LikeAuthor {
  const author = findLikeAuthor(caller);
  if (!author) throw new Refusal("NOT_ALLOWED");
  return author;
}
