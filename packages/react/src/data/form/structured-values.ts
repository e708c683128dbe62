import type { ViewField } from "@porchlight/client/data";
import { referencedIds } from "../list/collection-entry.ts";
import { inLength, inSize, type ValueIssue } from "./field-ranges.ts";
import { isRecord, readJson, writeJson } from "./json-values.ts";

/** How the form stores the value of each control. */
const formats = {
  file: "json",
  files: "json",
  references: "json",
  richContent: "json",
  richText: "text",
  address: "json",
  json: "json",
} as const;

/** Controls with an editor of their own. */
export type StructuredControl = keyof typeof formats;

export const isStructured = (control: string): control is StructuredControl => Object.hasOwn(formats, control);

/** Whether `value` is a file: a URL, or an object with one. */
const isFile = (value: unknown): boolean =>
  typeof value === "string" || (isRecord(value) && typeof (value.src ?? value.url) === "string");

/** Whether the control can represent `value`. */
export function isEditableStructure(control: StructuredControl, { type }: ViewField, value: unknown): boolean {
  switch (control) {
    case "file":
      return isFile(value);
    case "files":
      return Array.isArray(value) && value.every(isFile);
    case "references":
      return true;
    case "richText":
      return typeof value === "string";
    case "richContent":
      return isRecord(value) && Array.isArray(value.nodes);
    case "address":
      return isRecord(value);
    case "json":
      return type === "OBJECT" ? isRecord(value) : type !== "ARRAY" || Array.isArray(value);
  }
}

/** Converts a value to the text that the form stores. */
export function serializeStructure(control: StructuredControl, value: unknown): string {
  if (formats[control] === "text") return String(value);
  const content = control === "references" ? referencedIds(value) : value;
  if (control !== "json" && Array.isArray(content) && content.length === 0) return "";
  return writeJson(content, control === "json" ? 2 : undefined);
}

/** Parses the text of a control. */
export function parseStructure(
  control: StructuredControl,
  field: ViewField,
  typed: string,
): { value: unknown } | { issue: ValueIssue } {
  if (typed.trim() === "") {
    if (!field.required) return { value: undefined };
    return { issue: { key: control === "references" ? "data.check.chosen" : "data.check.required" } };
  }
  if (formats[control] === "text") return inLength(field, typed);
  let value: unknown;
  try {
    value = readJson(typed);
  } catch {
    // The line of the syntax error is determined only when the message is shown.
    return { issue: { key: "data.check.jsonLine" } };
  }
  if (control === "json") {
    if (field.type === "OBJECT" && !isRecord(value)) return { issue: { key: "data.check.object" } };
    if (field.type === "ARRAY" && !Array.isArray(value)) return { issue: { key: "data.check.array" } };
  }
  if ((control === "file" || control === "files") && ![value].flat().every(hasFileUrl))
    return { issue: { key: "data.check.file" } };
  return Array.isArray(value) ? inSize(field, value) : { value };
}

const fileUrl = /^(?:https?:\/\/\S|wix:(?:image|vector|video|audio|document):\/\/v1\/[^/#\s]|\/media\/\w)\S*$/i;

function hasFileUrl(file: unknown): boolean {
  const address = isRecord(file) ? (file.src ?? file.url) : file;
  return typeof address === "string" && address.length <= 2000 && fileUrl.test(address);
}
