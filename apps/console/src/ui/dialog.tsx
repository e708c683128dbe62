import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

/** Props of {@link Dialog}. */
export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A dialog in the middle of the page; full width on phones. Escape closes it. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 grid items-end bg-black/40 sm:place-items-center sm:p-6"
    >
      <Modal className="max-h-[90dvh] w-full overflow-auto rounded-t-xl border border-line bg-surface shadow-float sm:max-w-md sm:rounded-xl">
        <AriaDialog className="grid gap-4 p-6 outline-none">
          <Heading slot="title" className="text-xl leading-7 font-semibold">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
