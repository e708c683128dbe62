import { createContext, createElement, Fragment, type ReactNode, use, useMemo } from "react";
import { formatMessage, type TextValues } from "./format.ts";
import type { Messages } from "./texts.ts";

export interface TextSettings {
  /** BCP 47 tag for plurals, numbers and dates. */
  language: string;
  messages: Messages;
}

/** What the provider says about words; English where there is none. */
export const TextContext = createContext<TextSettings>({ language: "en", messages: {} });

export interface Texts<Key extends string> {
  /** The text of `key` as a string; elements among the values are left out. */
  (key: Key, values?: TextValues): string;
  /** The text of `key` with elements in it: values may be elements, tags take functions. */
  rich(key: Key, values: TextValues): ReactNode;
  language: string;
}

/**
 * Texts of one area, looked up in the screen's own `messages`, the provider's, then `english`.
 * Each screen names its English files, so a page loads the words of its own screens only.
 */
export function useTexts<English extends Readonly<Record<string, string>>>(
  english: English,
  messages?: Messages,
): Texts<keyof English & string> {
  const settings = use(TextContext);
  return useMemo(() => createTexts(english, settings, messages), [english, settings, messages]);
}

/** As {@link useTexts}, outside React. */
export function createTexts<English extends Readonly<Record<string, string>>>(
  english: English,
  { language, messages }: TextSettings,
  own?: Messages,
): Texts<keyof English & string> {
  const find = (key: string): string =>
    (own as Record<string, string> | undefined)?.[key] ??
    (messages as Record<string, string>)[key] ??
    english[key] ??
    key;
  const text = (key: string, values: TextValues = {}): string =>
    formatMessage(find(key), values, language)
      .filter((piece) => typeof piece === "string")
      .join("");
  const rich = (key: string, values: TextValues): ReactNode =>
    formatMessage(find(key), values, language).map((piece, index) => createElement(Fragment, { key: index }, piece));
  return Object.assign(text, { rich, language });
}
