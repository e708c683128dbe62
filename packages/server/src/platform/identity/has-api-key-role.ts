import type { ApiKeyRole, Caller } from "../context/caller.ts";

const sufficientRoles: Record<ApiKeyRole, readonly ApiKeyRole[]> = {
  read: ["read", "editor", "admin"],
  editor: ["editor", "admin"],
  admin: ["admin"],
};

/** Whether the caller comes with an API key that may do what `role` may, alone or beside a token. */
export function hasApiKeyRole(caller: Caller, role: ApiKeyRole): boolean {
  return "apiKey" in caller && caller.apiKey !== undefined && sufficientRoles[role].includes(caller.apiKey.role);
}
