import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";

/** @throws {Refusal} `NOT_ALLOWED` for any record but one's own, there or not. */
export function needOwnRecord(caller: Caller, memberId: string): void {
  if (caller.kind !== "member" || memberId.toLowerCase() !== caller.memberId) throw new Refusal("NOT_ALLOWED");
}
