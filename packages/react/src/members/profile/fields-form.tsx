import { isWebAddress } from "@porchlight/contract/wire/web-address";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { MemberDetails } from "../../auth/member-client.ts";
import type { Appearance } from "../../ui/appearance.ts";
import { type FieldValue, type SiteField, withSiteFields } from "./profile-values.ts";
import { type Row, type RowField, RowsForm } from "./rows-form.tsx";

interface FieldsFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  fields: readonly SiteField[];
  /** All of the member's fields; others stay unchanged. */
  customFields: MemberDetails["customFields"];
  update(changed: Partial<MemberDetails>): Promise<void>;
  onDirty(isDirty: boolean): void;
  onDone(isSaved: boolean): void;
}

const numberForm = /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/;

/** One row per field. */
export function FieldsForm({ text, appearance, fields, customFields, update, onDirty, onDone }: FieldsFormProps) {
  const save = (rows: readonly Row[]) =>
    update({
      customFields: withSiteFields(
        customFields,
        fields,
        fields.map((field, index) => toValue(field, rows[index] ?? {})),
      ),
    });
  return (
    <RowsForm
      {...{ text, appearance, onDirty, onDone, save }}
      rows={fields.map((field) => toRow(field, text.language))}
      nameOf={(_row, index) => fields[index]?.name ?? ""}
      fieldsOf={(_row, index) => inputsFor(fields[index], text)}
    />
  );
}

/** Initial inputs of a field. Dates have no time and are read in UTC. */
function toRow({ type, value }: SiteField, language: string): Row {
  if (type === "DATE") {
    const [year = "", month = "", day = ""] = value?.dateValue?.toISOString().slice(0, 10).split("-") ?? [];
    return { day: day.replace(/^0/, ""), month: month.replace(/^0/, ""), year };
  }
  if (type !== "NUMBER") return { value: value?.strValue ?? "" };
  return { value: value?.numValue?.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 15 }) ?? "" };
}

const isBlank = (row: Row) => Object.values(row).every((typed) => typed.trim() === "");

function toValue({ type, isDeclared }: SiteField, row: Row): FieldValue | undefined {
  if (isDeclared && isBlank(row)) return undefined;
  if (type === "DATE") return { dateValue: readDate(row) ?? null };
  if (type === "NUMBER") return { numValue: Number(row.value?.trim().replace(",", ".")) };
  return { strValue: type === "TEXT" ? (row.value ?? "") : (row.value ?? "").trim() };
}

/** The date of three numbers; `undefined` if invalid. */
function readDate({ day = "", month = "", year = "" }: Row): Date | undefined {
  if (!/^\s*\d{4}\s*$/.test(year)) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  date.setUTCFullYear(Number(year));
  return date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1 ? date : undefined;
}

function inputsFor(field: SiteField | undefined, text: AuthTexts): RowField[] {
  if (!field) return [];
  const { name: label, type, isDeclared } = field;
  const isLeftOut = (row: Row) => isDeclared && isBlank(row);
  if (type === "DATE") {
    const wrong = text("profile.fields.dateWrong");
    const part = (name: "day" | "month" | "year", check?: RowField["check"]): RowField => ({
      name,
      label: text(`profile.fields.${name}`),
      inputMode: "numeric",
      isOptional: isDeclared,
      ...(check && { check }),
    });
    return [
      part("day", (_typed, row) => (isLeftOut(row) || readDate(row) ? undefined : wrong)),
      part("month"),
      part("year"),
    ];
  }
  if (type === "NUMBER")
    return [
      {
        name: "value",
        label,
        inputMode: "decimal",
        isOptional: isDeclared,
        check: (typed, row) =>
          isLeftOut(row) || numberForm.test(typed.trim()) ? undefined : text("profile.fields.numberWrong"),
      },
    ];
  if (type === "URL" || type === "SOCIAL")
    return [
      {
        name: "value",
        label,
        inputMode: "url",
        isOptional: isDeclared,
        check: (typed, row) =>
          isLeftOut(row) || isWebAddress(typed.trim()) ? undefined : text("profile.fields.urlWrong"),
      },
    ];
  return [
    {
      name: "value",
      label,
      isOptional: true,
      check: (typed) => (typed.length <= 5000 ? undefined : text("profile.fields.long")),
    },
  ];
}
