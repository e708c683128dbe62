import account from "./de/account.json" with { type: "json" };
import auth from "./de/auth.json" with { type: "json" };
import blog from "./de/blog.json" with { type: "json" };
import callback from "./de/callback.json" with { type: "json" };
import common from "./de/common.json" with { type: "json" };
import password from "./de/password.json" with { type: "json" };
import type { ScreenTexts } from "./keys.ts";

/** The words of all screens in German. */
export const germanScreens: ScreenTexts = { ...account, ...auth, ...blog, ...callback, ...common, ...password };
