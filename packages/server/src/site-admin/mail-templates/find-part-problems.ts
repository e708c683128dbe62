import {
  type MailKind,
  type MailPart,
  type MailPartProblem,
  type MailParts,
  mailParts,
} from "@porchlight/contract/site/mail/mail-template";
import { placeholdersIn } from "../../platform/i18n/message-placeholders.ts";
import { mailPlaceholders, placeholdersOf } from "../../platform/mail/mail-kinds.ts";
import { parseMailBody } from "../../platform/mail/templates/mail-body.ts";
import { type HtmlToken, MailTemplateError } from "../../platform/mail/templates/template-html.ts";

const limits: Readonly<Record<MailPart, number>> = {
  subject: 200,
  preheader: 200,
  heading: 200,
  body: 20_000,
  button: 60,
  closing: 1_000,
};
const requiredParts: readonly MailPart[] = ["subject", "heading", "body"];

/** Finds the first problem with each part. */
export function findPartProblems(kind: MailKind, parts: MailParts): MailPartProblem[] {
  return mailParts.flatMap((part) => {
    const problem = findProblem(kind, part, parts[part]);
    return problem ? [{ part, ...problem }] : [];
  });
}

function findProblem(kind: MailKind, part: MailPart, source: string): Omit<MailPartProblem, "part"> | undefined {
  const limit = limits[part];
  if (source.length > limit) return { problem: "tooLong", limit };
  if (/\p{Cc}|[\u2028\u2029]/u.test(part === "body" ? source.replaceAll("\n", "") : source))
    return { problem: "controlCharacter" };
  if (part !== "body" && /<\/?[a-zA-Z]/.test(source)) return { problem: "markup" };
  let tokens: HtmlToken[];
  try {
    tokens = part === "body" ? parseMailBody(source) : [{ kind: "text", source }];
  } catch (error) {
    if (!(error instanceof MailTemplateError)) throw error;
    return { problem: "markup" };
  }
  const isEmpty = tokens.every((token) => token.kind !== "text" || token.source.trim() === "");
  if (isEmpty) return requiredParts.includes(part) ? { problem: "empty" } : undefined;
  try {
    const messages = tokens.flatMap((token) => (token.kind === "text" ? [token.source] : hrefsOf(token)));
    const variable = messages
      .flatMap((message) => [...placeholdersIn(message).all])
      .find((name) => !placeholdersOf(kind).includes(name));
    if (variable !== undefined) return { problem: "unknownVariable", variable };
    const { required } = mailPlaceholders[kind];
    // Codes and links are outside of the parts.
    const isMissing =
      part === "body" &&
      required === "message" &&
      !messages.some((message) => placeholdersIn(message).always.has(required));
    return isMissing ? { problem: "missingVariable", variable: required } : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: "unclosedVariable" };
  }
}

const hrefsOf = (token: HtmlToken) => (token.kind === "open" ? token.attributes.map(([, value]) => value) : []);
