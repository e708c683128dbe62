import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { noteForAudit } from "../events/audit.ts";
import type { Language } from "../texts.ts";
import type { MailKind } from "./mail-kinds.ts";
import { deleteMailTemplate } from "./mail-templates-store.ts";

/** Gives a mail its built-in words again. Answers whether it had others. @throws {Refusal} `NOT_ALLOWED`. */
export async function resetMailTemplate(
  deps: Deps,
  caller: Caller,
  { kind, language }: { kind: MailKind; language: Language },
): Promise<boolean> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  return deps.db.transaction().execute(async (tx) => {
    const wasOwn = await deleteMailTemplate(tx, deps.site.id, kind, language);
    if (wasOwn)
      await noteForAudit(tx, deps, "setting-changed", { by: caller, details: { name: `mail ${kind} ${language}` } });
    return wasOwn;
  });
}
