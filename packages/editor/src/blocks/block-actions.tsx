import { Pencil, Trash2 } from "lucide-react";

interface BlockActionsProps {
  name: string;
  onRemove(): void;
  onEdit?: (() => void) | undefined;
}

/** Buttons of a block. */
export function BlockActions({ name, onRemove, onEdit }: BlockActionsProps) {
  return (
    <div className="editor-block-actions">
      {onEdit && (
        <button type="button" className="editor-icon-button" aria-label={`Edit ${name.toLowerCase()}`} onClick={onEdit}>
          <Pencil aria-hidden="true" size={16} />
        </button>
      )}
      <button
        type="button"
        className="editor-icon-button"
        aria-label={`Remove ${name.toLowerCase()}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" size={16} />
      </button>
    </div>
  );
}
