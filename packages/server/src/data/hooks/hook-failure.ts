import type { DataHook } from "@porchlight/contract/data/hook";
import type { Refusal } from "../../errors.ts";
import { refusal } from "../refusals.ts";
import { AddressRefusal } from "./call-address.ts";
import { toWire } from "./hook-values.ts";

const mostText = 1_000;
const mostValueCharacters = 10_000;

/** What a hook has thrown, as callers are told it: an error as `jsErrorValue`, anything else as `value`. Source: errors.md §4, `WDE0078`. */
export function refusedByHook(hook: DataHook, collectionId: string, thrown: unknown): Refusal {
  const error = toErrorValue(thrown);
  const said = error && error.message !== "" ? `: ${error.message}` : ".";
  const words = `The hook [${hook}] of the collection [${collectionId}] has refused${said}`;
  const value = thrown instanceof AddressRefusal ? thrown.thrown : thrown;
  return refusal("WDE0078", words, error ? { jsErrorValue: error } : { value: toValue(value) });
}

/** The same for what is wrong with the hook itself, or with reaching it. @param why What follows "The hook". */
export function failedHook(hook: DataHook, collectionId: string, why: string): Refusal {
  const error = new Error(`The hook ${why}.`);
  error.name = "HookError";
  return refusedByHook(hook, collectionId, error);
}

interface ErrorValue {
  name: string;
  message: string;
  code?: string | number;
}

/** What an error says, where it is one; an address sends an object with a `message`. */
function toErrorValue(thrown: unknown): ErrorValue | undefined {
  const error = thrown instanceof AddressRefusal ? thrown.thrown : thrown;
  if (typeof error !== "object" || error === null) return undefined;
  try {
    const { name, message, code } = error as { name?: unknown; message?: unknown; code?: unknown };
    // Errors of another realm know nothing of `instanceof`.
    const isError = error instanceof Error || Object.prototype.toString.call(error) === "[object Error]";
    if (!isError && !(thrown instanceof AddressRefusal && typeof message === "string")) return undefined;
    return {
      name: textOf(name ?? "Error", 100),
      message: textOf(message ?? "", mostText),
      ...(typeof code === "number" && Number.isFinite(code) && { code }),
      ...(typeof code === "string" && { code: textOf(code, 100) }),
    };
  } catch {
    return { name: "Error", message: "" };
  }
}

const textOf = (value: unknown, most: number) => String(value).slice(0, most).toWellFormed();

function toValue(thrown: unknown): unknown {
  try {
    const value = toWire(thrown) ?? null;
    return JSON.stringify(value).length > mostValueCharacters ? null : value;
  } catch {
    return null;
  }
}
