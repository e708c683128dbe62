import type { ViewField } from "@porchlight/client/data";
import type form from "@porchlight/contract/texts/en/data-form.json";
import { referencedIds } from "./collection-entry.ts";

/** How a value is typed; `fixed` ones are not. */
export type Control =
  | "line"
  | "text"
  | "email"
  | "url"
  | "number"
  | "checkbox"
  | "day"
  | "moment"
  | "time"
  | "list"
  | "reference"
  | "fixed";

/** What keeps a value from being sent, in words of `data-form`. */
export interface ValueIssue {
  key: keyof typeof form;
  n?: number;
}

/** A text of more than this gets more than a line. */
const longestLine = 120;
const longestAddress = 2_000;

const controls: Partial<Record<ViewField["type"], Control>> = {
  SLUG: "line",
  LANGUAGE: "line",
  EMAIL: "email",
  URL: "url",
  NUMBER: "number",
  BOOLEAN: "checkbox",
  DATE: "day",
  DATETIME: "moment",
  TIME: "time",
  ARRAY_STRING: "list",
  REFERENCE: "reference",
  RICH_TEXT: "text",
  IMAGE: "line",
};

/** The control for a field with this value. A value of another type than the field's stays as it is, rather than being spoiled. */
export function controlOf(field: ViewField, value: unknown, isNew: boolean): Control {
  if (field.readOnly || (field.immutable && !isNew)) return "fixed";
  const control = field.type === "TEXT" ? lineOrText(field, value) : controls[field.type];
  if (!control || (control === "reference" && !field.reference)) return "fixed";
  return fitsControl(control, value) ? control : "fixed";
}

function lineOrText({ stringLengthRange }: ViewField, value: unknown): Control {
  const isLong = (stringLengthRange?.maxLength ?? 0) > longestLine;
  return isLong || (typeof value === "string" && (value.length > longestLine || value.includes("\n")))
    ? "text"
    : "line";
}

function fitsControl(control: Control, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (control) {
    case "number":
      return typeof value === "number";
    case "checkbox":
      return typeof value === "boolean";
    case "day":
      return value instanceof Date || typeof value === "string";
    case "moment":
      return value instanceof Date;
    case "list":
      return Array.isArray(value) && value.every((one) => typeof one === "string" && !/[,\n]/.test(one));
    case "reference":
      return referencedIds(value).length === 1;
    default:
      return typeof value === "string";
  }
}

/** A value as its control holds it. */
export function toTyped(control: Control, value: unknown, language: string, timeZone: string): string {
  if (value === undefined || value === null || control === "fixed") return "";
  if (control === "checkbox") return value === true ? "on" : "";
  if (control === "list") return (value as string[]).join(", ");
  if (control === "reference") return referencedIds(value)[0] ?? "";
  if (control === "number") {
    return (value as number).toLocaleString(language, { useGrouping: false, maximumFractionDigits: 15 });
  }
  if (value instanceof Date) {
    return control === "day" ? value.toISOString().slice(0, 10) : localTime(value, timeZone);
  }
  return String(value);
}

const numberForm = /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/;
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,254}$/;
const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;

/**
 * What was typed as a value; `undefined` for nothing.
 *
 * @param former What the field holds: a day stays an instant where it is one.
 */
export function readTyped(
  control: Control,
  field: ViewField,
  typed: string,
  timeZone: string,
  former?: unknown,
): { value: unknown } | { issue: ValueIssue } {
  const text = control === "text" ? typed.replace(/\r\n/g, "\n") : typed.trim();
  if (control === "checkbox") return { value: typed === "on" };
  if (text === "" || (control === "list" && tagsOf(text).length === 0)) {
    if (!field.required) return { value: undefined };
    return { issue: { key: control === "reference" ? "data.check.chosen" : "data.check.required" } };
  }
  switch (control) {
    case "number":
      return numberForm.test(text)
        ? inRange(field, Number(text.replace(",", ".")))
        : { issue: { key: "data.check.number" } };
    case "email":
      return emailForm.test(text) ? inLength(field, text) : { issue: { key: "data.check.email" } };
    case "url":
      return isWebAddress(text) ? inLength(field, text) : { issue: { key: "data.check.url" } };
    case "time":
      return timeForm.test(text) ? { value: text } : { issue: { key: "data.check.time" } };
    case "day": {
      const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : undefined;
      if (!day || day.toString() === "Invalid Date") return { issue: { key: "data.check.date" } };
      return { value: former instanceof Date ? day : text };
    }
    case "moment": {
      const moment = instantOf(text, timeZone);
      return moment ? { value: moment } : { issue: { key: "data.check.date" } };
    }
    case "list":
      return inSize(field, tagsOf(text));
    default:
      return inLength(field, text);
  }
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S/i.test(text) && text.length <= longestAddress && URL.canParse(text);
}

function inRange({ numberRange }: ViewField, value: number) {
  const least = numberRange?.gte ?? numberRange?.min;
  const most = numberRange?.lte ?? numberRange?.max;
  if (least != null && value < least) return { issue: { key: "data.check.least", n: least } as const };
  if (most != null && value > most) return { issue: { key: "data.check.most", n: most } as const };
  return { value };
}

function inLength({ stringLengthRange }: ViewField, value: string) {
  const { minLength, maxLength } = stringLengthRange ?? {};
  const { length } = [...value];
  if (minLength != null && length < minLength) return { issue: { key: "data.check.short", n: minLength } as const };
  if (maxLength != null && length > maxLength) return { issue: { key: "data.check.long", n: maxLength } as const };
  return { value };
}

function inSize({ arraySizeRange }: ViewField, value: string[]) {
  const { minSize, maxSize } = arraySizeRange ?? {};
  if (minSize != null && value.length < minSize) return { issue: { key: "data.check.few", n: minSize } as const };
  if (maxSize != null && value.length > maxSize) return { issue: { key: "data.check.many", n: maxSize } as const };
  return { value };
}

/** What a rule that the server has found broken means for somebody who typed. */
export function issueOfRule(rule: string, { numberRange, stringLengthRange, arraySizeRange }: ViewField): ValueIssue {
  const sized = (key: ValueIssue["key"], n: number | null | undefined): ValueIssue =>
    n == null ? { key: "data.check.unfit" } : { key, n };
  switch (rule) {
    case "REQUIRED_FIELD":
      return { key: "data.check.required" };
    case "VALUE_TAKEN":
      return { key: "data.check.taken" };
    case "MIN":
      return sized("data.check.least", numberRange?.gte ?? numberRange?.min);
    case "MAX":
      return sized("data.check.most", numberRange?.lte ?? numberRange?.max);
    case "MIN_LENGTH":
      return sized("data.check.short", stringLengthRange?.minLength);
    case "MAX_LENGTH":
      return sized("data.check.long", stringLengthRange?.maxLength);
    case "MIN_SIZE":
      return sized("data.check.few", arraySizeRange?.minSize);
    case "MAX_SIZE":
      return sized("data.check.many", arraySizeRange?.maxSize);
    default:
      return { key: "data.check.unfit" };
  }
}

/** A moment as clocks of the zone show it, in the form that the browser's control takes. */
export function localTime(date: Date, timeZone: string): string {
  return new Date(date.getTime() + offsetAt(date.getTime(), timeZone)).toISOString().slice(0, 16);
}

/** The moment at which clocks of the zone show this; nothing for what is no time. */
export function instantOf(local: string, timeZone: string): Date | undefined {
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(shown)) return undefined;
  const guess = shown - offsetAt(shown, timeZone);
  return new Date(shown - offsetAt(guess, timeZone));
}

/** Milliseconds that the zone's clocks are ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}
