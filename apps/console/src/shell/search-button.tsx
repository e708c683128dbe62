import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { text } from "../texts/text.ts";
import { controlHeight } from "../ui/button.tsx";

const CommandPalette = lazy(() => import("./command-palette.tsx"));

/** Opens the search over everything, as do Ctrl-K and Command-K. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        setIsOpen((isShown) => !isShown);
      },
      { signal: end.signal },
    );
    return () => end.abort();
  }, []);
  return (
    <>
      <Button
        onPress={() => setIsOpen(true)}
        className={`${controlHeight} flex cursor-pointer items-center gap-3 rounded-md border border-line px-3 text-muted data-[hovered]:bg-sunken max-sm:absolute max-sm:end-14 max-sm:top-2 max-sm:border-0`}
      >
        <Search aria-hidden size={18} className="shrink-0" />
        <span className="grow text-start max-sm:sr-only">{text("Search")}</span>
        <kbd aria-hidden className="text-xs max-sm:hidden">
          {/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}
        </kbd>
      </Button>
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
