import { type DeclaredField, declaredFieldTypes } from "@porchlight/contract/members/member";
import { z } from "zod";
import { forbiddenKeys } from "../http/parse-json.ts";
import { isSingleLine } from "../i18n/texts.ts";

/** A text of 1 to `maxLength` characters without line breaks. */
export function singleLine(maxLength: number) {
  return z
    .string()
    .trim()
    .refine((line) => isSingleLine(line, maxLength), `must have 1 to ${maxLength} characters on one line, or be off.`);
}

const maxFields = 50;
const fieldFormat = new RegExp(`^\\P{Cc}{1,100}:(?:${declaredFieldTypes.join("|").toLowerCase()})$`, "u");

/** Parses a list such as `Company:text`. Names may contain any character except a comma, and end at the last colon. */
export const declaredFieldList = z
  .string()
  .transform((text) =>
    text.split(",").map((field) => {
      const { name, type } = split(field);
      return `${name.trim()}:${type.trim().toLowerCase()}`;
    }),
  )
  .pipe(
    z
      .array(
        z
          .string()
          .regex(
            fieldFormat,
            'must be a list of names of up to 100 characters with text, number, date, url or social, such as "Company:text, Birthday:date", or off.',
          ),
      )
      .refine(
        (fields) => new Set(fields.map((field) => split(field).name)).size === fields.length,
        "contains a field twice.",
      )
      .refine(
        (fields) => !fields.some((field) => forbiddenKeys.has(split(field).name)),
        "must not contain a field with the name __proto__, prototype, or constructor.",
      )
      .max(maxFields, `can have at most ${maxFields} fields.`),
  );

/** Returns the fields of the setting `memberFields`, in order. */
export function declaredFields({ memberFields }: { memberFields: readonly string[] }): DeclaredField[] {
  return memberFields.map((field) => {
    const { name, type } = split(field);
    return { name, type: type.toUpperCase() as DeclaredField["type"] };
  });
}

function split(field: string): { name: string; type: string } {
  const colon = field.lastIndexOf(":");
  return { name: field.slice(0, Math.max(colon, 0)), type: field.slice(colon + 1) };
}

/** Some clients and proxies reject longer URLs. */
const maxUrlLength = 2000;

/** Whether `text` is a lowercase domain name, possibly of one label such as `localhost`. */
export function isDomain(text: string): boolean {
  return (
    // URL parsing changes numeric hosts such as `0x7f.1`, which are not domains.
    URL.parse(`https://${text}/`)?.host === text &&
    text.length <= 253 &&
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text) &&
    !/\d$/.test(text)
  );
}

/** Whether passkeys of this domain can be used on pages of `host`: it is the host, or a domain above it. */
export function isPasskeyDomainOf(host: string, domain: string): boolean {
  return domain === host || (domain.includes(".") && host.endsWith(`.${domain}`));
}

/** Why `text` is not an https URL with these placeholders (or http on this machine); undefined if it is one. */
export function findTemplateProblem(text: string, placeholders: readonly string[]): string | undefined {
  const allowed = placeholders.map((name) => `{${name}}`);
  const unknown = text.match(/\{[^}]*\}?/g)?.find((match) => !allowed.includes(match));
  if (unknown) return `has no placeholder ${unknown}. Allowed are: ${allowed.join(" ")}.`;
  const url = URL.parse(text.replace(/\{\w+\}/g, "x"));
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0];
  const isLoopback = url?.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isValid =
    url &&
    origin &&
    text.length <= maxUrlLength &&
    // The URL parser ignores these characters, but they would end up in the resulting URL.
    !/[\s\p{Cc}]/u.test(text) &&
    !origin.includes("{") &&
    !url.username &&
    !url.password &&
    (url.protocol === "https:" || isLoopback);
  if (isValid) return undefined;
  return `must be a full https URL, such as https://shop.example/checkout?id=${allowed[0] ?? ""}, or off.`;
}
