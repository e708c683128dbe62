import { X } from "lucide-react";
import { useState } from "react";
import { Button, Tag, TagGroup, TagList } from "react-aria-components";
import { text } from "../../texts/text.ts";
import { Select, TextField } from "../../ui/fields.tsx";

/** Props of {@link ChoicesField}. */
export interface ChoicesFieldProps {
  label: string;
  hint?: string;
  options: readonly { id: string; label: string }[];
  value: readonly string[];
  max: number;
  /** Whether texts that are no option can be entered; they are their own ids. */
  allowsOthers?: boolean;
  onChange(value: string[]): void;
}

/** Chooses several options, from a list or by typing. */
export function ChoicesField({ label, hint, options, value, max, allowsOthers = false, onChange }: ChoicesFieldProps) {
  const [typed, setTyped] = useState("");
  const labelOf = (id: string) => options.find((option) => option.id === id)?.label ?? id;
  const rest = options.filter(({ id }) => !value.includes(id));
  const add = (id: string) => {
    setTyped("");
    if (id && !value.includes(id) && value.length < max) onChange([...value, id]);
  };
  return (
    <div className="grid gap-2">
      {allowsOthers ? (
        <TextField
          label={label}
          hint={hint}
          suggestions={rest.map((option) => option.label)}
          value={typed}
          onChange={setTyped}
          maxLength={100}
          isDisabled={value.length >= max}
          onBlur={() => add(typed.trim())}
          onKeyDown={(event) => {
            if (event.key === "Enter") add(typed.trim());
          }}
        />
      ) : (
        <Select
          label={label}
          value=""
          options={[{ id: "", label: text("Choose") }, ...rest]}
          isDisabled={value.length >= max}
          onChange={add}
        />
      )}
      {value.length > 0 && (
        <TagGroup aria-label={label} onRemove={(removed) => onChange(value.filter((id) => !removed.has(id)))}>
          <TagList className="flex flex-wrap gap-1">
            {value.map((id) => (
              <Tag
                key={id}
                id={id}
                textValue={labelOf(id)}
                className="inline-flex cursor-default items-center gap-1 rounded-full bg-sunken py-0.5 ps-3 pe-1"
              >
                {labelOf(id)}
                <Button
                  slot="remove"
                  className="grid size-6 cursor-pointer place-items-center rounded-full hover:bg-line"
                >
                  <X aria-hidden size={14} />
                </Button>
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      )}
    </div>
  );
}
