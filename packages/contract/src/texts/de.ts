import { germanForms } from "./de-forms.ts";
import { germanPages } from "./de-pages.ts";
import type { ScreenTexts } from "./keys.ts";

/** The words of all screens in German. */
export const germanScreens: ScreenTexts = { ...germanPages, ...germanForms };
