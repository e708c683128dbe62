import { formatMessage } from "@porchlight/contract/texts/format";
import type { ScreenTextKey } from "@porchlight/contract/texts/keys";
import { createContext, createElement, Fragment, type ReactNode, use, useMemo } from "react";

type TextValue = string | number | ReactNode | ((inside: ReactNode) => ReactNode);
type TextValues = Readonly<Record<string, TextValue>>;

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
  const pieces = (key: string, values: TextValues) => formatMessage<ReactNode>(find(key), toPieces(values), language);
  const text = (key: string, values: TextValues = {}): string =>
    pieces(key, values)
      .filter((piece) => typeof piece === "string")
      .join("");
  const rich = (key: string, values: TextValues): ReactNode => createElement(Fragment, null, ...pieces(key, values));
  return Object.assign(text, { rich, language });
}

/** A function gets what is inside its tag as one node. */
function toPieces(values: TextValues) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "function" ? (inside: ReactNode[]) => value(createElement(Fragment, null, ...inside)) : value,
    ]),
  );
}

/** Every text of the ready-made screens, by its key `area.screen.part`. */
export type TextKey = ScreenTextKey;

/**
 * Own words for some or all keys, as ICU messages: a few changed sentences, or a whole language.
 * What is missing falls back to English.
 */
export type Messages = Readonly<Partial<Record<TextKey, string>>>;
