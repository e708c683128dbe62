import type { FieldType } from "@porchlight/client/data";
import { text } from "../texts/text.ts";

/** The types that the console offers for new fields, with their names. */
export const fieldTypes: readonly { id: FieldType; label: string; hint: string }[] = [
  { id: "TEXT", label: text("Text"), hint: text("One or several lines of text.") },
  { id: "RICH_CONTENT", label: text("Formatted text"), hint: text("Headings, lists, links and images.") },
  { id: "NUMBER", label: text("Number"), hint: text("Can be compared, sorted and added up.") },
  { id: "BOOLEAN", label: text("Yes or no"), hint: text("A checkbox.") },
  { id: "DATE", label: text("Date"), hint: text("A day.") },
  { id: "DATETIME", label: text("Date and time"), hint: text("A date and a time, in the time zone of the site.") },
  { id: "TIME", label: text("Time of day"), hint: text("A time of day.") },
  { id: "ARRAY_STRING", label: text("Tags"), hint: text("Several short texts.") },
  { id: "IMAGE", label: text("Image"), hint: text("One picture.") },
  { id: "MEDIA_GALLERY", label: text("Gallery"), hint: text("Several pictures.") },
  { id: "DOCUMENT", label: text("File"), hint: text("A document to download.") },
  { id: "VIDEO", label: text("Video"), hint: text("A video to play.") },
  { id: "AUDIO", label: text("Audio"), hint: text("A recording to play.") },
  { id: "URL", label: text("Link"), hint: text("The address of a page.") },
  { id: "EMAIL", label: text("Email"), hint: text("An email address.") },
  { id: "ADDRESS", label: text("Address"), hint: text("A postal address.") },
  { id: "REFERENCE", label: text("Reference"), hint: text("One item of a collection.") },
  { id: "MULTI_REFERENCE", label: text("References"), hint: text("Several items of a collection.") },
  { id: "OBJECT", label: text("Object (JSON)"), hint: text("Structured data, for programs.") },
  { id: "ARRAY", label: text("List (JSON)"), hint: text("A list of values, for programs.") },
];

/** The name of a type; its constant for types that only imports and programs create. */
export const typeName = (type: FieldType | undefined): string =>
  fieldTypes.find(({ id }) => id === (type ?? "ANY"))?.label ?? type ?? text("Any value");

/** A key for a field or collection of this name, with letters and digits only. */
export function toKey(name: string, taken: readonly string[]): string {
  const words = name
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join("");
  const base = /^[A-Za-z]/.test(joined) ? joined.slice(0, 50) : `field${joined.slice(0, 45)}`;
  const used = new Set(taken.map((key) => key.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}${number}`;
    if (!used.has(key.toLowerCase())) return key;
  }
}
