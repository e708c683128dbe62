import { Copy } from "lucide-react";
import { text } from "../texts/text.ts";
import { Button } from "./button.tsx";
import { showToast } from "./toast.tsx";

/** A text to copy, such as an ID or a key. */
export function CopyText({
  label,
  value,
  isInline = false,
  autoFocus = false,
  onCopy,
}: {
  label: string;
  value: string;
  /** Whether it is one line without a frame. */
  isInline?: boolean;
  autoFocus?: boolean;
  onCopy?: () => void;
}) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    onCopy?.();
    showToast(text("Copied"));
  };
  return (
    <div
      className={
        isInline
          ? "-my-2 flex items-center"
          : "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-md bg-sunken p-2"
      }
    >
      <pre
        className={`font-mono text-xs leading-5 ${isInline ? "truncate" : "overflow-x-auto px-1 py-2 whitespace-pre-wrap wrap-anywhere pointer-coarse:py-3"}`}
      >
        {value}
      </pre>
      <Button kind="quiet" aria-label={label} autoFocus={autoFocus} onPress={() => void copy()}>
        <Copy aria-hidden size={16} />
      </Button>
    </div>
  );
}
