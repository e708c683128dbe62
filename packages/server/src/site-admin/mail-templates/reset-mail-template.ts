import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Language } from "../../platform/i18n/texts.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import { deleteMailTemplate } from "../../platform/mail/mail-templates-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** Gives a mail its built-in words again. Answers whether it had others. @throws {Refusal} `NOT_ALLOWED`. */
export async function resetMailTemplate(
  context: ServerContext,
  caller: Caller,
  { kind, language }: { kind: MailKind; language: Language },
): Promise<boolean> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  return context.db.transaction().execute(async (tx) => {
    const wasCustom = await deleteMailTemplate(tx, context.site.id, kind, language);
    if (wasCustom)
      await recordAuditEvent(tx, context, "setting-changed", {
        by: caller,
        details: { name: `mail ${kind} ${language}` },
      });
    return wasCustom;
  });
}
