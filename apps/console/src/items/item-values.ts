import { parseImageUrl } from "@porchlight/client/blog";
import type { DataItem, FieldType } from "@porchlight/client/data";
import { language, text } from "../texts/text.ts";

/** The value of a cell as one line of text. */
export function cellText(value: unknown, type: FieldType | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? text("Yes") : text("No");
  if (typeof value === "number") return value.toLocaleString(language);
  if (value instanceof Date) {
    return (type === "DATE" ? dayFormat : momentFormat).format(value);
  }
  if (typeof value === "string")
    return type === "DATE" && /^\d{4}-\d\d-\d\d$/.test(value)
      ? cellText(new Date(value), type)
      : (fileName(value) ?? value.slice(0, maxCharacters));
  if (Array.isArray(value))
    return value
      .slice(0, maxEntries)
      .map((entry) => cellText(entry, undefined))
      .join(", ");
  const { title, formatted, name, filename, alt, url, src, _id } = value as Record<string, unknown>;
  const nameOfValue = [title, formatted, name, filename, alt, url, src, _id].find((part) => typeof part === "string");
  return typeof nameOfValue === "string"
    ? (fileName(nameOfValue) ?? nameOfValue)
    : plainText(value).slice(0, maxCharacters);
}

/** Creating formats takes longer than their use. */
const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const momentFormat = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });

/** The name or alternative text of a file of the media library; `undefined` for other texts. */
function fileName(address: string): string | undefined {
  const [, kind, name = ""] = /^wix:(\w+):\/\/v1\/[^/#]+(?:\/([^#]*))?/.exec(address) ?? [];
  if (!kind) return undefined;
  if (kind === "image") return parseImageUrl(address)?.alt || text("Image");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const maxCharacters = 200;
const maxEntries = 10;

/** The texts of a rich text document. */
function plainText(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const { nodes, textData } = value as { nodes?: unknown[]; textData?: { text?: string } };
  return textData?.text ?? (nodes ?? []).slice(0, 50).map(plainText).filter(Boolean).join(" ");
}

/** Types whose values one input can edit. */
const typedKinds: Partial<Record<FieldType, "text" | "number" | "boolean" | "date" | "datetime-local">> = {
  TEXT: "text",
  URL: "text",
  EMAIL: "text",
  SLUG: "text",
  NUMBER: "number",
  BOOLEAN: "boolean",
  DATE: "date",
  DATETIME: "datetime-local",
};

/** How a field is typed in a filter, or `undefined` if its values have no simple order. */
export const inputKind = (type: FieldType | undefined) => typedKinds[type ?? "TEXT"];

/** The title of an item, or its id. */
export function itemTitle(item: DataItem, displayField: string | null | undefined): string {
  const title = displayField ? cellText((item as Record<string, unknown>)[displayField], "TEXT") : "";
  return title || String(item._id);
}
