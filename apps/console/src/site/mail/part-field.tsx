import { Braces } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { text } from "../../texts/text.ts";
import { controlHeight } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/fields.tsx";

/** Props of {@link PartField}. */
export interface PartFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  /** Whether it may be long. It has no line breaks in either case. */
  isLong?: boolean;
  variables: readonly { name: string; label: string }[];
  onChange(value: string): void;
}

/** A part of an email without markup, with a menu that inserts variables. */
export function PartField({ label, hint, error, value, isLong = false, variables, onChange }: PartFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const insert = (variable: string) => {
    const input = frame.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    const [start, end] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length];
    onChange(`${value.slice(0, start)}{${variable}}${value.slice(end)}`);
  };
  return (
    <div ref={frame} className="relative">
      {isLong ? (
        <TextArea
          label={label}
          hint={hint}
          error={error}
          value={value}
          onChange={(entered) => onChange(entered.replace(/\s*\n\s*/g, " "))}
        />
      ) : (
        <TextField label={label} hint={hint} error={error} value={value} onChange={onChange} autoComplete="off" />
      )}
      <MenuTrigger>
        <AriaButton
          aria-label={text("Insert a variable into {part}", { part: label })}
          className={`${controlHeight} absolute end-0 -top-2 inline-flex cursor-pointer items-center rounded-md px-2 text-muted hover:bg-sunken`}
        >
          <Braces aria-hidden size={16} />
        </AriaButton>
        <Popover className="max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-surface p-1 shadow-float">
          <Menu
            items={variables.map((variable) => ({ ...variable, id: variable.name }))}
            onAction={(name) => insert(String(name))}
            className="max-h-72 overflow-y-auto outline-none"
          >
            {({ name, label: variableLabel }) => (
              <MenuItem
                textValue={variableLabel}
                className={`${controlHeight} flex cursor-pointer items-center justify-between gap-6 rounded-md px-3 py-1.5 outline-none data-[focused]:bg-sunken`}
              >
                {variableLabel}
                <code className="text-muted">{`{${name}}`}</code>
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
