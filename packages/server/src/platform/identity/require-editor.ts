import type { ApiKeyRole, Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";

const sufficientRoles: Record<ApiKeyRole, readonly ApiKeyRole[]> = {
  read: ["read", "editor", "admin"],
  editor: ["editor", "admin"],
  admin: ["admin"],
};

/** Whether the caller comes with an API key that may do what `role` may, alone or beside a token. */
export function hasApiKeyRole(caller: Caller, role: ApiKeyRole): boolean {
  return "apiKey" in caller && caller.apiKey !== undefined && sufficientRoles[role].includes(caller.apiKey.role);
}

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
