import type { Conversion } from "../../wire/conversion-rules.ts";
import { draftRules } from "../drafts/conversions.ts";

/** The date of a revision stays a text, as other dates of the contract that no rule names. */
export const getRevision: Conversion = { response: /* @__PURE__ */ draftRules("revision.draftPost") };
