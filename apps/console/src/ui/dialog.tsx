import { type ReactNode, useCallback } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useBeforeUnload, useBlocker } from "react-router";
import { text } from "../texts/text.ts";
import { Button } from "./button.tsx";

/** Props of {@link Dialog}. */
export interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Whether it fills most of the page. It has two children: the first one scrolls, the second one stays below it. */
  isLarge?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A dialog in the middle of the page; full width on phones. Escape closes it. */
export function Dialog({ title, isOpen, isLarge = false, onClose, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 grid items-end bg-black/40 sm:place-items-center sm:p-6"
    >
      <Modal
        className={`w-full rounded-t-xl border border-line bg-surface shadow-float sm:rounded-xl ${isLarge ? "h-[92dvh] overflow-hidden sm:h-[85dvh] sm:max-w-4xl" : "max-h-[90dvh] overflow-auto sm:max-w-md"}`}
      >
        <AriaDialog
          className={`grid outline-none ${isLarge ? "h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] gap-3 p-4 sm:p-6" : "gap-4 p-6"}`}
        >
          <Heading slot="title" className="text-xl leading-7 font-semibold">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Props of {@link FormDialog}. */
export interface FormDialogProps extends DialogProps {
  submitLabel: string;
  isPending: boolean;
  /** Shown above the fields. */
  problem: ReactNode;
  onSubmit(): void;
}

/** A dialog with fields, and buttons to cancel and submit. */
export const FormDialog = ({ submitLabel, isPending, problem, onSubmit, children, ...props }: FormDialogProps) => (
  <Dialog {...props}>
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {problem}
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={props.onClose}>{text("Cancel")}</Button>
        <Button kind="primary" type="submit" isPending={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  </Dialog>
);

/** Asks before a page with unsaved changes is left. At most one per page. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => isDirty && event.preventDefault(), [isDirty]));
  const stay = () => blocker.reset?.();
  return (
    <Dialog title={text("Leave without saving?")} isOpen={blocker.state === "blocked"} onClose={stay}>
      <p>{text("Your changes on this page are not saved yet.")}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onPress={stay}>
          {text("Stay on this page")}
        </Button>
        <Button kind="danger" onPress={() => blocker.proceed?.()}>
          {text("Discard changes")}
        </Button>
      </div>
    </Dialog>
  );
}
