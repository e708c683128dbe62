import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  value: string;
  label: string;
  /** Label for some seconds after copying. */
  copiedLabel: string;
}

/** Copies a text to the clipboard. Errors are ignored: the text is visible next to the button. */
export function CopyButton({ value, label, copiedLabel }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 4_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <Button
        onClick={() =>
          void navigator.clipboard?.writeText(value).then(
            () => setIsCopied(true),
            () => undefined,
          )
        }
      >
        {isCopied ? copiedLabel : label}
      </Button>
      <span className="site-hidden" role="status">
        {isCopied && copiedLabel}
      </span>
    </>
  );
}
