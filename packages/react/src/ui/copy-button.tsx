import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  value: string;
  label: string;
  /** What it says for some seconds when it has. */
  copiedLabel: string;
}

/** Puts a text on the clipboard. Where that is not allowed nothing is said: the text stands beside it. */
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
