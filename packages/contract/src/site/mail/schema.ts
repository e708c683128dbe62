import * as z from "zod";
import { textLanguages } from "../../texts/keys.ts";
import { guid, queryInteger } from "../../wire/value-schema.ts";
import { loggedMailStates } from "./mail-log.ts";
import { mailKinds, mailParts, mailProblems } from "./mail-template.ts";

const language = z.enum(textLanguages);
const kind = z.enum(mailKinds);
/** More than any limit of a part, whose problem is then reported by name. */
const part = z.string().max(100_000);
const parts = z.object({
  subject: part,
  preheader: part,
  heading: part,
  body: part,
  button: part,
  closing: part,
});

export const mailTemplateByNameRequest = z.object({ params: z.object({ kind, language }) });
export const updateMailTemplateRequest = z.object({
  params: z.object({ kind, language }),
  body: z.object({ parts, revision: z.string().max(100).optional() }),
});
export const mailPartsRequest = z.object({ params: z.object({ kind, language }), body: z.object({ parts }) });

export const listMailTemplatesResponse = z.object({
  templates: z.array(z.object({ kind, customLanguages: z.array(language) })),
  languages: z.array(language),
  defaultLanguage: language,
  sender: z.object({ from: z.string(), delivery: z.enum(["smtp", "inbox", "none"]) }),
});
export const mailTemplateResponse = z.object({
  template: z.object({
    kind,
    language,
    variables: z.array(z.string()),
    parts,
    defaults: parts,
    isCustom: z.boolean(),
    isReplaced: z.boolean(),
    revision: z.string(),
  }),
});
export const mailPreviewResponse = z.object({
  mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
  problems: z.array(
    z.object({
      part: z.enum(mailParts),
      problem: z.enum(mailProblems),
      variable: z.string().optional(),
      limit: z.number().optional(),
    }),
  ),
});
export const testMailResponse = z.object({ to: z.string() });

const loggedState = z.enum(loggedMailStates);
export const listLoggedMailsRequest = z.object({
  query: z.object({
    state: loggedState.optional(),
    kind: kind.optional(),
    recipient: z.string().max(254).optional(),
    before: guid.optional(),
    limit: queryInteger(1, 200).optional(),
  }),
});
const date = z.iso.datetime().nullable();
export const listLoggedMailsResponse = z.object({
  emails: z.array(
    z.object({
      id: guid,
      to: z.string(),
      kind: kind.nullable(),
      language: z.string().nullable(),
      state: loggedState,
      attempts: z.number(),
      createdDate: z.iso.datetime(),
      finishedDate: date,
      nextAttemptDate: date,
      lastError: z.string().nullable(),
    }),
  ),
  hasMore: z.boolean(),
});
