import { AsyncLocalStorage } from "node:async_hooks";
import { setTextsByRequest, type Translations } from "../texts.ts";

const translations = new AsyncLocalStorage<Translations>();
setTextsByRequest(() => translations.getStore());

/** Renders in the language of `words`, with English as the fallback, independently of concurrent requests. */
export function withTexts<Result>(words: Translations, render: () => Result): Result {
  return translations.run(words, render);
}
