import { use } from "react";
import { useSite } from "../provider.tsx";
import { TextContext } from "../texts/use-texts.ts";
import { useMinute } from "./hydrated.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** A point in time: a `Date`, ISO 8601 text, or milliseconds since the epoch. */
export type Moment = Date | string | number;

/** Props of {@link TimeText}. */
export interface TimeTextProps {
  value: Moment;
  /** Whether the month is abbreviated. Default: false. */
  isShort?: boolean | undefined;
}

/**
 * A relative time under seven days (once hydrated), else the date; the exact time is in the title. Renders nothing for
 * an invalid date.
 */
export function TimeText({ value, isShort = false }: TimeTextProps) {
  const { timeZone } = useSite();
  const { language } = use(TextContext);
  const now = useMinute();
  const time = toMilliseconds(value);
  if (time === undefined) return null;
  const date = new Date(time);
  const words =
    (now === undefined ? undefined : relativeTime(time, now, language)) ??
    format(date, language, timeZone, isShort ? "short" : "long");
  return (
    <time className="site-time" dateTime={date.toISOString()} title={format(date, language, timeZone, "exact")}>
      {words}
    </time>
  );
}

/** Milliseconds since the epoch; `undefined` for an invalid date. */
export function toMilliseconds(value: Moment | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? undefined : time;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "3 hours ago" for the last seven days; otherwise `undefined`. */
export function relativeTime(time: number, now: number, language: string): string | undefined {
  const age = Math.max(0, now - time);
  if (now - time < -minute || age >= 7 * day) return undefined;
  let relative = relativeFormats.get(language);
  if (!relative) {
    relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    relativeFormats.set(language, relative);
  }
  if (age < hour) return relative.format(-Math.floor(age / minute), "minute");
  if (age < day) return relative.format(-Math.floor(age / hour), "hour");
  return relative.format(-Math.floor(age / day), "day");
}

function format(date: Date, language: string, timeZone: string, style: "short" | "long" | "exact"): string {
  const key = `${language} ${timeZone} ${style}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(language, {
      timeZone,
      ...(style === "exact"
        ? { dateStyle: "full", timeStyle: "long" }
        : { year: "numeric", month: style, day: "numeric" }),
    });
    formats.set(key, made);
  }
  return made.format(date);
}
