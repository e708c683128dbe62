import type { DeclaredField, MemberDetails, SessionMember } from "../../auth/member-client.ts";

type Fields = MemberDetails["customFields"];
export type FieldValue = Fields[number]["value"];

/** A custom field as the account shows it. */
export interface SiteField extends DeclaredField {
  /** Absent until it is filled in. */
  value: FieldValue | undefined;
  /** The site owner asks for it: it may be left empty, and is offered again then. */
  isDeclared: boolean;
}

/** Those that the site owner asks for, and then what this member has besides; yes and no are not theirs to change. */
export function toSiteFields(customFields: Fields, declared: readonly DeclaredField[]): SiteField[] {
  const asked = declared.map(({ name, type }) => {
    const value = customFields.find((field) => field.name === name)?.value;
    return { name, type, value: value && typeOf(value) === type ? value : undefined, isDeclared: true };
  });
  const others = customFields.filter(
    ({ name, value }) => value.boolValue === undefined && !declared.some((field) => field.name === name),
  );
  return [...asked, ...others.map(({ name, value }) => ({ name, value, type: typeOf(value), isDeclared: false }))];
}

function typeOf({ dateValue, numValue }: FieldValue): SiteField["type"] {
  return dateValue ? "DATE" : typeof numValue === "number" ? "NUMBER" : "TEXT";
}

/** The member's fields with what has been written into these; a declared one without a value goes. */
export function withSiteFields(
  customFields: Fields,
  fields: readonly SiteField[],
  written: readonly (FieldValue | undefined)[],
): Fields {
  const values = new Map(fields.map(({ name }, index) => [name, written[index]]));
  const kept = customFields.filter(({ name }) => !values.has(name));
  return [...kept, ...[...values].flatMap(([name, value]) => (value ? [{ name, value }] : []))];
}

/** The nickname that the member has chosen; empty where first and last name stand in its place. */
export function ownNickname({ profile, contact }: SessionMember): string {
  const nickname = profile?.nickname ?? "";
  const names = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
  return nickname === names ? "" : nickname;
}
