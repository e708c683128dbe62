import type { DeclaredField, MemberDetails, SessionMember } from "../../auth/member-client.ts";

type Fields = MemberDetails["customFields"];
export type FieldValue = Fields[number]["value"];

/** A custom field in the account. */
export interface SiteField extends DeclaredField {
  /** Absent until filled in. */
  value: FieldValue | undefined;
  /** Declared by the site owner: shown even if empty. */
  isDeclared: boolean;
}

/** The declared fields, then others that the member has; booleans are not editable. */
export function toSiteFields(customFields: Fields, declared: readonly DeclaredField[]): SiteField[] {
  const declaredFields = declared.map(({ name, type }) => {
    const value = customFields.find((field) => field.name === name)?.value;
    return { name, type, value: value && typeOf(value) === storedType(type) ? value : undefined, isDeclared: true };
  });
  const others = customFields.filter(
    ({ name, value }) => value.boolValue === undefined && !declared.some((field) => field.name === name),
  );
  return [
    ...declaredFields,
    ...others.map(({ name, value }) => ({ name, value, type: typeOf(value), isDeclared: false })),
  ];
}

function typeOf({ dateValue, numValue }: FieldValue): SiteField["type"] {
  return dateValue ? "DATE" : typeof numValue === "number" ? "NUMBER" : "TEXT";
}

/** Web addresses are stored as text. */
const storedType = (type: SiteField["type"]) => (type === "URL" || type === "SOCIAL" ? "TEXT" : type);

/** The member's fields with these values; a declared field without a value is removed. */
export function withSiteFields(
  customFields: Fields,
  fields: readonly SiteField[],
  written: readonly (FieldValue | undefined)[],
): Fields {
  const values = new Map(fields.map(({ name }, index) => [name, written[index]]));
  const others = customFields.filter(({ name }) => !values.has(name));
  return [...others, ...[...values].flatMap(([name, value]) => (value ? [{ name, value }] : []))];
}

/** The nickname the member chose; empty if it is generated from first and last name. */
export function ownNickname({ profile, contact }: SessionMember): string {
  const nickname = profile?.nickname ?? "";
  const names = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
  return nickname === names ? "" : nickname;
}
