import { domainToASCII } from "node:url";
import { fieldRules } from "@porchlight/contract/field-rules";
import { InvalidArguments, violation } from "../platform/context/errors.ts";

/** An email address in two forms. */
export interface EmailAddress {
  /** For sending email: the local part as entered, the domain in ASCII. */
  address: string;
  /** For comparison: addresses with the same key belong to the same member. */
  key: string;
}

const localPartMaxLength = 64;
const addressMaxLength = 254;
/** A dot-atom of RFC 5322 §3.2.3; quoted local parts are not supported. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** ASCII characters that a domain cannot contain; `domainToASCII` would interpret some, such as `/`, `:` and `%`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected
const invalidDomainCharacters = /[\u0000-\u002c/:-@[-`{-\u007f]/;

/**
 * Parses an email address; `undefined` if it is invalid. Trims ASCII spaces only, retains `+tag`, and compares
 * independently of the locale.
 * Source: security requirements §3.3.
 */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  const trimmed = text.replace(/^ +| +$/g, "");
  const at = trimmed.lastIndexOf("@");
  if (at < 1 || trimmed.length > addressMaxLength) return undefined;
  const local = trimmed.slice(0, at);
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (domain === undefined || local.length > localPartMaxLength || !localPart.test(local)) return undefined;
  const address = `${local}@${domain}`;
  return address.length > addressMaxLength ? undefined : { address, key: address.toLowerCase() };
}

function asciiDomain(text: string): string | undefined {
  if (text === "" || invalidDomainCharacters.test(text.replaceAll(/[A-Z]/g, ""))) return undefined;
  const domain = domainToASCII(text).toLowerCase();
  const labels = domain.split(".");
  const last = labels.at(-1) ?? "";
  // If the last label is numeric, the text is an IPv4 address.
  if (labels.length < 2 || /^\d+$/.test(last) || !labels.every((label) => domainLabel.test(label))) return undefined;
  return domain;
}

export const emailViolation = (field: string) => violation(field, fieldRules.EMAIL);

/** @throws {InvalidArguments} with the violation {@link emailViolation}. */
export function requireEmailAddress(text: string, field: string): EmailAddress {
  const email = parseEmailAddress(text);
  if (!email) throw new InvalidArguments([emailViolation(field)]);
  return email;
}
