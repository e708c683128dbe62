import type { ApiKeyRole, Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";

const sufficientRoles: Record<ApiKeyRole, readonly ApiKeyRole[]> = {
  read: ["read", "editor", "admin"],
  editor: ["editor", "admin"],
  admin: ["admin"],
};

/** Whether the caller has an API key of this role or a higher one, with or without a token. */
export function hasApiKeyRole(caller: Caller, role: ApiKeyRole): boolean {
  return "apiKey" in caller && caller.apiKey !== undefined && sufficientRoles[role].includes(caller.apiKey.role);
}

/** Whether the caller may write content and read drafts: the owner, and API keys of editors. */
export function isEditor(caller: Caller): boolean {
  return caller.kind === "owner" || hasApiKeyRole(caller, "editor");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller {@link isEditor}. */
export function requireEditor(caller: Caller): void {
  if (!isEditor(caller)) throw new Refusal("NOT_ALLOWED");
}

/** Whether the caller may read everything: the owner, and API keys of every role. */
export function isReader(caller: Caller): boolean {
  return caller.kind === "owner" || hasApiKeyRole(caller, "read");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller {@link isReader}. */
export function requireReader(caller: Caller): void {
  if (!isReader(caller)) throw new Refusal("NOT_ALLOWED");
}

/** @throws {Refusal} `NOT_ALLOWED` for callers other than the owner and API keys of role admin. */
export function requireAdministrator(caller: Caller): void {
  if (caller.kind !== "owner" && !hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
}
