import { Button, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../texts/texts.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys in the notation of `aria-keyshortcuts`, with Mod for Control or Command. */
const shortcuts: readonly { label: string; keys: string }[] = [
  { label: "Add a block", keys: "/" },
  { label: "Toolbar of the editor", keys: "Alt+F10" },
  { label: "Move the block up", keys: "Alt+Shift+↑" },
  { label: "Move the block down", keys: "Alt+Shift+↓" },
  { label: "Bold", keys: "Mod+B" },
  { label: "Italic", keys: "Mod+I" },
  { label: "Underline", keys: "Mod+U" },
  { label: "Strikethrough", keys: "Mod+Shift+S" },
  { label: "Code", keys: "Mod+E" },
  { label: "Bulleted list", keys: "Mod+Shift+8" },
  { label: "Numbered list", keys: "Mod+Shift+7" },
  { label: "Quote", keys: "Mod+Shift+B" },
  { label: "Next cell, or indent the item", keys: "Tab" },
  { label: "Previous cell, or outdent the item", keys: "Shift+Tab" },
  { label: "Line break", keys: "Shift+Enter" },
  { label: "Paste without formatting", keys: "Mod+Shift+V" },
  { label: "Undo", keys: "Mod+Z" },
  { label: "Redo", keys: "Mod+Shift+Z" },
  { label: "Keyboard shortcuts", keys: "Mod+/" },
];

const nameOf = (key: string) => (key === "Mod" ? (isApple ? "⌘" : t("Ctrl")) : key === "Shift" ? t("Shift") : key);

/** The keys of the editor. */
export default function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <ModalOverlay className="editor-overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="editor-modal">
        <Dialog className="editor-dialog">
          <Heading slot="title" className="editor-dialog-title">
            {t("Keyboard shortcuts")}
          </Heading>
          <dl className="editor-shortcuts">
            {shortcuts.map(({ label, keys }) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>
                  <kbd>{keys.split("+").map(nameOf).join(" + ")}</kbd>
                </dd>
              </div>
            ))}
          </dl>
          <div className="editor-actions">
            <Button className="editor-button" onPress={onClose} autoFocus>
              {t("Close")}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
