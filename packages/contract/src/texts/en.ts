import account from "./en/account.json" with { type: "json" };
import auth from "./en/auth.json" with { type: "json" };
import blog from "./en/blog.json" with { type: "json" };
import callback from "./en/callback.json" with { type: "json" };
import common from "./en/common.json" with { type: "json" };
import password from "./en/password.json" with { type: "json" };
import type { ScreenTexts } from "./keys.ts";

/** The words of all screens in English. */
export const englishScreens: ScreenTexts = { ...account, ...auth, ...blog, ...callback, ...common, ...password };
