import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import type { Refusal } from "../../platform/context/errors.ts";
import { refusal } from "../data-errors.ts";
import { HookRejectedError } from "./call-hook-url.ts";
import { toWire } from "./hook-values.ts";

const maxMessageCharacters = 1_000;
const maxValueCharacters = 10_000;

/**
 * The error for what a hook has thrown: an error as `jsErrorValue`, any other value as `value`. Source: errors.md §4,
 * `WDE0078`.
 *
 * @returns `isReadable`: whether the thrown value could be read.
 */
export function hookRejection(
  hook: DataHook,
  collectionId: string,
  thrown: unknown,
): { refused: Refusal; isReadable: boolean } {
  const isResponse = isInstance(thrown, HookRejectedError);
  const value = isResponse ? thrown.thrown : thrown;
  const { error, isReadable } = parseError(value, isResponse);
  const detail = error && error.message !== "" ? `: ${error.message}` : ".";
  const message = `The hook [${hook}] of the collection [${collectionId}] has refused${detail}`;
  const data = error ? { jsErrorValue: error } : { value: toValue(value) };
  return { refused: refusal("WDE0078", message, data), isReadable };
}

/** The error for a hook that failed or could not be called. @param why The rest of the sentence "The hook …". */
export function hookFailure(hook: DataHook, collectionId: string, why: string): Refusal {
  const error = new Error(`The hook ${why}.`);
  error.name = "HookError";
  return hookRejection(hook, collectionId, error).refused;
}

interface ErrorValue {
  name: string;
  message: string;
  code?: string | number;
}

/** @param isResponse Whether the value comes from a hook URL, which sends an object with a `message`. */
function parseError(value: unknown, isResponse: boolean): { error?: ErrorValue; isReadable: boolean } {
  if (typeof value !== "object" || value === null) return { isReadable: true };
  try {
    const { name, message, code }: { name?: unknown; message?: unknown; code?: unknown } = value;
    // `instanceof` fails for errors of another realm.
    const isError = value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
    if (!isError && !(isResponse && typeof message === "string")) return { isReadable: true };
    const error = {
      name: textOf(name ?? "Error", 100),
      message: textOf(message ?? "", maxMessageCharacters),
      ...(typeof code === "number" && Number.isFinite(code) && { code }),
      ...(typeof code === "string" && { code: textOf(code, 100) }),
    };
    return { error, isReadable: true };
  } catch {
    return { error: { name: "Error", message: "" }, isReadable: false };
  }
}

/** `instanceof` for values that may throw, such as proxies. */
function isInstance<Kind>(value: unknown, kind: abstract new (...args: never[]) => Kind): value is Kind {
  try {
    return value instanceof kind;
  } catch {
    return false;
  }
}

const textOf = (value: unknown, maxCharacters: number) => String(value).slice(0, maxCharacters).toWellFormed();

function toValue(thrown: unknown): unknown {
  try {
    const value = toWire(thrown) ?? null;
    return JSON.stringify(value).length > maxValueCharacters ? null : value;
  } catch {
    return null;
  }
}
