import { X } from "lucide-react";
import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { text } from "../texts/text.ts";
import { Button } from "./button.tsx";

interface Message {
  title: string;
  undo?: () => void;
}

/** Options of {@link showToast}. */
export interface ToastOptions {
  /** Shows a button that calls this. */
  undo?: () => void;
  /** Called when the message disappears without a press of that button: for actions that cannot be undone later. */
  onExpire?: () => void;
}

/** Long enough to read it and to reach the button. */
const visibleMs = 8_000;
const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 });

/** Says what was done, for eight seconds, longer under the pointer or with the focus. F6 moves the focus to it. */
export function showToast(title: string, { undo, onExpire }: ToastOptions = {}): void {
  let isUndone = false;
  const message = {
    title,
    ...(undo && {
      undo: () => {
        isUndone = true;
        undo();
      },
    }),
  };
  const key = queue.add(message, {
    timeout: visibleMs,
    onClose() {
      waiting.delete(key);
      if (!isUndone) onExpire?.();
    },
  });
  if (onExpire) waiting.add(key);
}

/** Messages whose disappearance has an effect, which must not be lost with the page. */
const waiting = new Set<string>();
window.addEventListener("pagehide", () => {
  for (const key of waiting) queue.close(key);
});
/**
 * Where {@link showToast} shows its messages: at the start of the page, because the actions of rows are at the end. The
 * last row can be scrolled above it.
 */
export const Toasts = () => (
  <ToastRegion
    queue={queue}
    aria-label={text("Messages")}
    className="fixed bottom-4 z-50 grid gap-2 outline-none max-sm:inset-x-4 max-sm:bottom-20 sm:start-60"
  >
    {({ toast }) => (
      <Toast
        toast={toast}
        className="flex items-center gap-3 rounded-lg border border-line-strong bg-surface py-2 ps-4 pe-2 shadow-float"
      >
        <ToastContent className="min-w-0 grow">
          <Text slot="title">{toast.content.title}</Text>
        </ToastContent>
        {toast.content.undo && (
          <Button
            onPress={() => {
              toast.content.undo?.();
              queue.close(toast.key);
            }}
          >
            {text("Undo")}
          </Button>
        )}
        <AriaButton
          slot="close"
          aria-label={text("Close")}
          className="grid size-9 cursor-pointer place-items-center rounded-md data-[hovered]:bg-sunken pointer-coarse:size-11"
        >
          <X aria-hidden size={16} />
        </AriaButton>
      </Toast>
    )}
  </ToastRegion>
);
