import type account from "./en/account.json";
import type auth from "./en/auth.json";
import type blog from "./en/blog.json";
import type common from "./en/common.json";
import type password from "./en/password.json";

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
