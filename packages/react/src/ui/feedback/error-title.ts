import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { useEffect } from "react";
import { useTexts } from "../../texts/use-texts.ts";

/** Says "Error: " in the page's title while a form has errors. */
export function useErrorTitle(hasErrors: boolean) {
  const text = useTexts(common);
  useEffect(() => {
    if (!hasErrors) return;
    const before = document.title;
    const during = text("common.error.titlePrefix", { title: before });
    document.title = during;
    return () => {
      if (document.title === during) document.title = before;
    };
  }, [hasErrors, text]);
}
