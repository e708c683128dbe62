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

/** The provider's texts and language. */
export const TextContext = createContext<TextSettings>({ language: "en", messages: {} });

export interface Texts<Key extends string> {
  /** The text of `key` as a string, without elements among the values. */
  (key: Key, values?: TextValues): string;
  /** The text of `key` with elements: values may be elements, tags take functions. */
  rich(key: Key, values: TextValues): ReactNode;
  language: string;
}

/**
 * Texts of one area, from the component's `messages`, the provider's, then `english`. Each component imports its
 * English files, so a page only loads the texts it uses.
 */
export function useTexts<English extends Readonly<Record<string, string>>>(
  english: English,
  messages?: Messages,
): Texts<keyof English & string> {
  const settings = use(TextContext);
  return useMemo(() => createTexts(english, settings, messages), [english, settings, messages]);
}

/** {@link useTexts} outside of React. */
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

/** A function receives the content of its tag as one node. */
function toPieces(values: TextValues) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "function" ? (inside: ReactNode[]) => value(createElement(Fragment, null, ...inside)) : value,
    ]),
  );
}

/** The key of a text: `area.screen.part`. */
export type TextKey = ScreenTextKey;

/** Custom texts as ICU messages, for some keys or a whole language. Missing keys fall back to English. */
export type Messages = Readonly<Partial<Record<TextKey, string>>>;
