import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";

/** Props of {@link Drawer}. */
export interface DrawerProps {
  title: string;
  /** Whether it contains unsaved input: closing it asks. */
  isDirty: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A dialog at the end of the page; on phones, over the whole page. Escape closes it. */
export function Drawer({ title, isDirty, onClose, children }: DrawerProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (isDirty ? setIsAsking(true) : onClose());
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && close()}
      isDismissable
      className="fixed inset-0 z-40 bg-black/40"
    >
      <Modal className="fixed inset-y-0 end-0 w-full overflow-y-auto border-s border-line bg-surface shadow-float sm:max-w-md">
        <Dialog className="grid content-start gap-5 p-4 outline-none sm:p-6">
          <div className="flex items-start justify-between gap-3">
            <Heading slot="title" className="min-w-0 text-xl leading-7 font-semibold wrap-anywhere">
              {title}
            </Heading>
            <AriaButton
              onPress={close}
              aria-label={text("Close")}
              className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-md data-[hovered]:bg-sunken pointer-coarse:size-11"
            >
              <X aria-hidden size={18} />
            </AriaButton>
          </div>
          {isAsking && isDirty && (
            <div role="alert" className="grid gap-2 rounded-md bg-warning-soft p-3">
              <p>{text("Your changes are not saved yet.")}</p>
              <div className="flex flex-wrap gap-2">
                <Button autoFocus onPress={() => setIsAsking(false)}>
                  {text("Continue editing")}
                </Button>
                <Button kind="danger" onPress={onClose}>
                  {text("Discard changes")}
                </Button>
              </div>
            </div>
          )}
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
