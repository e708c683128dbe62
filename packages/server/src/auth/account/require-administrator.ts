import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";

/** @throws {Refusal} `NOT_ALLOWED` for callers other than the owner and API keys of role admin. */
export function requireAdministrator(caller: Caller): void {
  if (caller.kind !== "owner" && !hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
}
