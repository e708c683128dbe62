import type { Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";
import { hasApiKeyRole } from "./has-api-key-role.ts";

/** Whether the caller may write for the site, and read what is not published: the owner, and programs with a key of an editor. */
export function isEditor(caller: Caller): boolean {
  return caller.kind === "owner" || hasApiKeyRole(caller, "editor");
}

/**
 * Lets pass who may write for the site.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export function requireEditor(caller: Caller): void {
  if (!isEditor(caller)) throw new Refusal("NOT_ALLOWED");
}
