import { useState } from "react";

/** Storage of the tab; `undefined` if the browser blocks it. */
function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * Text that is typed but not sent yet. It survives that another entry is opened, and a reload of the page.
 *
 * @param key Names the text within the console. A component that uses it has this as its `key` too.
 */
export function useStoredText(key: string): [text: string, setText: (text: string) => void] {
  const name = `porchlight.console.${key}`;
  const [text, setText] = useState(() => tabStorage()?.getItem(name) ?? "");
  return [
    text,
    (next) => {
      setText(next);
      try {
        if (next) tabStorage()?.setItem(name, next);
        else tabStorage()?.removeItem(name);
      } catch {
        // A full storage: the text is in the field only.
      }
    },
  ];
}
