import { Pencil, Trash2 } from "lucide-react";
import { useEditorContext } from "../editor-context.ts";
import { t } from "../texts/texts.ts";

interface BlockActionsProps {
  name: string;
  onRemove(): void;
  onEdit?: (() => void) | undefined;
}

/** Buttons of a block. */
export function BlockActions({ name, onRemove, onEdit }: BlockActionsProps) {
  const { isReadOnly } = useEditorContext();
  if (isReadOnly) return null;
  return (
    <div className="editor-block-actions">
      {onEdit && (
        <button type="button" className="editor-icon-button" aria-label={t("Edit {name}", { name })} onClick={onEdit}>
          <Pencil aria-hidden="true" size={16} />
        </button>
      )}
      <button type="button" className="editor-icon-button" aria-label={t("Remove {name}", { name })} onClick={onRemove}>
        <Trash2 aria-hidden="true" size={16} />
      </button>
    </div>
  );
}
