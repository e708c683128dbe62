import sent from "@porchlight/contract/texts/en/secondStep-sent.json" with { type: "json" };
import { useMemo } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import type { AuthTexts } from "../form/auth-screen.tsx";
import type { AuthTextKey } from "../form/form-error.ts";

const english: Partial<Record<AuthTextKey, string>> = sent;

/** `text` with the texts about sent codes and pushes. */
export function useSentTexts(text: AuthTexts, messages: Messages | undefined): AuthTexts {
  const own = useTexts(english, messages);
  return useMemo(() => {
    const of = (key: AuthTextKey): AuthTexts => (key in english ? own : text);
    const find: AuthTexts = Object.assign((...args: Parameters<AuthTexts>): string => of(args[0])(...args), {
      rich: (...args: Parameters<AuthTexts["rich"]>) => of(args[0]).rich(...args),
      language: text.language,
    });
    return find;
  }, [own, text]);
}
