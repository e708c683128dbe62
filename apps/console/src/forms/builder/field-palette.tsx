import { FilePlus2 } from "lucide-react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { type FieldType, fieldGroups, fieldTypes } from "./field-types.ts";

/** Props of {@link FieldPalette}. */
export interface FieldPaletteProps {
  onAdd(type: FieldType): void;
  onAddPage(): void;
}

/** All kinds of fields. A press adds one after the selected row. */
export function FieldPalette({ onAdd, onAddPage }: FieldPaletteProps) {
  return (
    <div className="grid gap-4">
      <Button onPress={onAddPage}>
        <FilePlus2 aria-hidden size={16} />
        {text("Add page")}
      </Button>
      {fieldGroups.map(({ name, types }) => (
        <fieldset key={name} aria-label={name} className="grid min-w-0 gap-1">
          <p aria-hidden className="text-muted">
            {name}
          </p>
          <div className="grid grid-cols-2 gap-1 xl:grid-cols-1">
            {types.map((type) => {
              const { icon: Icon, name: label } = fieldTypes[type];
              return (
                <button
                  key={type}
                  type="button"
                  onClick={() => onAdd(type)}
                  className="flex min-h-9 min-w-0 cursor-pointer items-center gap-2 rounded-md border border-line px-2 text-start hover:bg-sunken pointer-coarse:min-h-11"
                >
                  <Icon aria-hidden size={16} className="flex-none text-muted" />
                  <span className="min-w-0 truncate">{label}</span>
                </button>
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
