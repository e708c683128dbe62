import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import type { Refusal } from "../../platform/context/errors.ts";
import { refusal } from "../data-errors.ts";
import { AddressRefusal } from "./call-address.ts";
import { toWire } from "./hook-values.ts";

const mostText = 1_000;
const mostValueCharacters = 10_000;

/**
 * What a hook has thrown, as callers are told it: an error as `jsErrorValue`, anything else as `value`. Source: errors.md §4, `WDE0078`.
 *
 * @returns `isReadable`: whether anything of it could be told.
 */
export function refusedByHook(
  hook: DataHook,
  collectionId: string,
  thrown: unknown,
): { refused: Refusal; isReadable: boolean } {
  const isAnswer = isOf(thrown, AddressRefusal);
  const value = isAnswer ? thrown.thrown : thrown;
  const { error, isReadable } = readError(value, isAnswer);
  const said = error && error.message !== "" ? `: ${error.message}` : ".";
  const words = `The hook [${hook}] of the collection [${collectionId}] has refused${said}`;
  const told = error ? { jsErrorValue: error } : { value: toValue(value) };
  return { refused: refusal("WDE0078", words, told), isReadable };
}

/** The same for what is wrong with the hook itself, or with reaching it. @param why What follows "The hook". */
export function failedHook(hook: DataHook, collectionId: string, why: string): Refusal {
  const error = new Error(`The hook ${why}.`);
  error.name = "HookError";
  return refusedByHook(hook, collectionId, error).refused;
}

interface ErrorValue {
  name: string;
  message: string;
  code?: string | number;
}

/** What an error says, where it is one. @param isAnswer Of an address, which sends an object with a `message`. */
function readError(value: unknown, isAnswer: boolean): { error?: ErrorValue; isReadable: boolean } {
  if (typeof value !== "object" || value === null) return { isReadable: true };
  try {
    const { name, message, code } = value as { name?: unknown; message?: unknown; code?: unknown };
    // Errors of another realm know nothing of `instanceof`.
    const isError = value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
    if (!isError && !(isAnswer && typeof message === "string")) return { isReadable: true };
    const error = {
      name: textOf(name ?? "Error", 100),
      message: textOf(message ?? "", mostText),
      ...(typeof code === "number" && Number.isFinite(code) && { code }),
      ...(typeof code === "string" && { code: textOf(code, 100) }),
    };
    return { error, isReadable: true };
  } catch {
    return { error: { name: "Error", message: "" }, isReadable: false };
  }
}

/** The same as `instanceof`, of what may throw when it is asked. */
function isOf<Kind>(value: unknown, kind: abstract new (...given: never[]) => Kind): value is Kind {
  try {
    return value instanceof kind;
  } catch {
    return false;
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
