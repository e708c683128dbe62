import type account from "@porchlight/contract/texts/en/account.json";
import type auth from "@porchlight/contract/texts/en/auth.json";
import type blog from "@porchlight/contract/texts/en/blog.json";
import type common from "@porchlight/contract/texts/en/common.json";
import type password from "@porchlight/contract/texts/en/password.json";

/** Every text of the ready-made screens, by its key `area.screen.part`. The English files are the list of keys. */
export type TextKey =
  | keyof typeof account
  | keyof typeof auth
  | keyof typeof blog
  | keyof typeof common
  | keyof typeof password;

/**
 * Own words for some or all keys, as ICU messages: a few changed sentences, or a whole language.
 * What is missing falls back to English.
 */
export type Messages = Readonly<Partial<Record<TextKey, string>>>;
