import { useId } from "react";
import type { Appearance } from "./appearance.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  title: string;
  text?: string | undefined;
  /** Label of the first button, which cancels, as does Esc. */
  stayLabel: string;
  /** The action, worded as in the question. */
  confirmLabel: string;
  onStay(): void;
  onConfirm(): void;
  appearance?: Appearance | undefined;
}

/** A confirmation before an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, stayLabel, confirmLabel, onStay, onConfirm, appearance } = props;
  const textId = useId();
  return (
    <Dialog label={title} onClose={onStay} appearance={appearance}>
      <h2 className="site-dialog-title" tabIndex={-1} aria-describedby={text ? textId : undefined}>
        {title}
      </h2>
      {text && (
        <p className="site-dialog-text" id={textId}>
          {text}
        </p>
      )}
      <div className="site-dialog-actions">
        <Button data-part="stay" onClick={onStay}>
          {stayLabel}
        </Button>
        <Button variant="danger" data-part="confirm" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
