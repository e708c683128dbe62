import type common from "@porchlight/contract/texts/en/common.json";
import type { Texts } from "../../texts/use-texts.ts";

type WaitKey = Extract<keyof typeof common, `common.error.wait${string}`>;

/** When to retry, for a countdown with `useSecondsLeft`. */
export function waitText(text: Texts<WaitKey>, seconds: number): string {
  return seconds < 60
    ? text("common.error.waitSeconds", { n: seconds })
    : text("common.error.waitMinutes", { n: Math.ceil(seconds / 60) });
}
