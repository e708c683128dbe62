import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { mailKindNames, placeholdersOf } from "../../platform/mail/mail-kinds.ts";
import { findMailTemplates } from "../../platform/mail/mail-templates-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** An email and its customizations. */
export interface MailTemplateSummary {
  kind: string;
  /** What its words can name. */
  placeholders: readonly string[];
  /** Languages in which the words are the owner's own. */
  customLanguages: string[];
}

/** Every mail there is. @throws {Refusal} `NOT_ALLOWED`. */
export async function listMailTemplates(context: ServerContext, caller: Caller): Promise<MailTemplateSummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const custom = await findMailTemplates(context.db, context.site.id);
  return mailKindNames.map((kind) => ({
    kind,
    placeholders: placeholdersOf(kind),
    customLanguages: custom.filter((template) => template.kind === kind).map(({ language }) => language),
  }));
}
