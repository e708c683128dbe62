import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";

/** Lets an administrator go on. @throws {Refusal} `NOT_ALLOWED` for anybody but whoever has the machine, and programs with an API key of role admin. */
export function requireAdministrator(caller: Caller): void {
  if (caller.kind !== "owner" && !hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
}
