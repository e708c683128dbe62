import { domainToASCII } from "node:url";
import { InvalidArguments, violation } from "../platform/context/errors.ts";

/** An e-mail address in its two forms. */
export interface EmailAddress {
  /** For mails: the local part as typed, the domain as DNS knows it. */
  address: string;
  /** Decides who is who: two spellings with one key are one member. */
  key: string;
}

const localPartMaxLength = 64;
const addressMaxLength = 254;
/** A dot-atom of RFC 5322 §3.2.3; quoted local parts exist on paper only. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** ASCII that no domain has but a URL parser would act on: escapes, ports, paths, user names. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const foreignToDomains = /[\u0000-\u002c/:-@[-`{-\u007f]/;

/**
 * Reads an e-mail address, or answers `undefined` where `text` is none.
 * Only ASCII space is trimmed, `+tag` is kept, and no locale has a say in the comparison.
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
  if (text === "" || foreignToDomains.test(text.replaceAll(/[A-Z]/g, ""))) return undefined;
  const domain = domainToASCII(text).toLowerCase();
  const labels = domain.split(".");
  const last = labels.at(-1) ?? "";
  // A last label of digits alone is an IP address in one of its spellings.
  if (labels.length < 2 || /^\d+$/.test(last) || !labels.every((label) => domainLabel.test(label))) return undefined;
  return domain;
}

export const emailViolation = (field: string) =>
  violation(field, "must be an email address, like name@example.com", "FORMAT", "EMAIL");

/** @throws {InvalidArguments} `data.type` EMAIL. */
export function requireEmailAddress(text: string, field: string): EmailAddress {
  const email = parseEmailAddress(text);
  if (!email) throw new InvalidArguments([emailViolation(field)]);
  return email;
}
