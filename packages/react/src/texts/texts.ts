import type { ScreenTextKey } from "@porchlight/contract/texts/keys";

/** Every text of the ready-made screens, by its key `area.screen.part`. */
export type TextKey = ScreenTextKey;

/**
 * Own words for some or all keys, as ICU messages: a few changed sentences, or a whole language.
 * What is missing falls back to English.
 */
export type Messages = Readonly<Partial<Record<TextKey, string>>>;
