import { germanData } from "./de-data.ts";
import { germanForms } from "./de-forms.ts";
import { germanPages } from "./de-pages.ts";
import type { ScreenTexts } from "./keys.ts";

/** All screen texts in German. */
export const germanScreens: ScreenTexts = { ...germanPages, ...germanData, ...germanForms };
