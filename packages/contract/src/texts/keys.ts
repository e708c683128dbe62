import type account from "./en/account.json";
import type auth from "./en/auth.json";
import type blog from "./en/blog.json";
import type callback from "./en/callback.json";
import type common from "./en/common.json";
import type hosted from "./en/hosted.json";
import type mail from "./en/mail.json";
import type password from "./en/password.json";

/** Every text of the screens, by its key `area.screen.part`. The English files are the list of keys. */
export type ScreenTextKey =
  | keyof typeof account
  | keyof typeof auth
  | keyof typeof blog
  | keyof typeof callback
  | keyof typeof common
  | keyof typeof password;

/** What hosted pages say beside the words of the screens. */
export type HostedTextKey = keyof typeof hosted;

/** Every text of the mails. */
export type MailTextKey = keyof typeof mail;

/** The words of a language, whole: a key that is missing does not compile. */
export type ScreenTexts = Readonly<Record<ScreenTextKey, string>>;
export type HostedTexts = Readonly<Record<HostedTextKey, string>>;
export type MailTexts = Readonly<Record<MailTextKey, string>>;
