import type { FormField } from "@porchlight/client/forms";
import { randomUuid } from "@porchlight/contract/wire/random-uuid";
import { MoveDown, MoveUp, Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Toggle } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { type Choice, optionsOf, withOptions } from "./field-options.ts";

const maxChoices = 400;

/** Props of {@link ChoiceEditor}. */
export interface ChoiceEditorProps {
  field: FormField;
  /** Whether people may choose several, so that several may be chosen at first. */
  isMultiple: boolean;
  onChange(field: FormField): void;
}

/** The options of a choice field, in order. */
export function ChoiceEditor({ field, isMultiple, onChange }: ChoiceEditorProps) {
  const id = useId();
  const { options = [], customOption } = optionsOf(field);
  const set = (next: Choice[]) => onChange(withOptions(field, { options: next }));
  const replace = (index: number, changes: Partial<Choice>) =>
    set(options.map((option, position) => (position === index ? { ...option, ...changes } : option)));
  const move = (index: number, offset: 1 | -1) =>
    set(options.toSpliced(index, 1).toSpliced(index + offset, 0, options[index]!));
  const values = options.map(choiceValue);
  return (
    <fieldset aria-labelledby={id} className="grid gap-2">
      <legend id={id} className="mb-1 font-medium">
        {text("Options")}
      </legend>
      {options.map((option, index) => {
        const n = index + 1;
        const value = choiceValue(option);
        const isRepeated = value !== "" && values.indexOf(value) !== index;
        return (
          <div key={option._id} className="flex items-start gap-1">
            <div className="min-w-0 grow">
              <TextField
                label={text("Option {n}", { n })}
                hidesLabel
                error={isRepeated ? text("Another option has this text") : undefined}
                value={option.label ?? ""}
                maxLength={400}
                onChange={(label) =>
                  // Submissions contain the value: it follows the label until someone gives it another one.
                  replace(index, { label, ...(option.value === (option.label ?? "") && { value: label }) })
                }
              />
            </div>
            <Button
              kind="quiet"
              aria-label={text("Move option {n} up", { n })}
              isDisabled={index === 0}
              onPress={() => move(index, -1)}
            >
              <MoveUp aria-hidden size={16} />
            </Button>
            <Button
              kind="quiet"
              aria-label={text("Move option {n} down", { n })}
              isDisabled={index === options.length - 1}
              onPress={() => move(index, 1)}
            >
              <MoveDown aria-hidden size={16} />
            </Button>
            <Button
              kind="quiet"
              aria-label={text("Remove option {n}", { n })}
              onPress={() => set(options.toSpliced(index, 1))}
            >
              <Trash2 aria-hidden size={16} />
            </Button>
          </div>
        );
      })}
      {options.length < maxChoices && (
        <div>
          <Button onPress={() => set([...options, newChoice(values)])}>
            <Plus aria-hidden size={16} />
            {text("Add option")}
          </Button>
        </div>
      )}
      <DefaultChoice {...{ options, isMultiple, set }} />
      <Toggle
        isOn={Boolean(customOption)}
        onChange={(isOn) => onChange(withOptions(field, { customOption: isOn ? { label: text("Other") } : null }))}
      >
        {text("Allow another answer")}
      </Toggle>
      {customOption && (
        <TextField
          label={text("Label of the other answer")}
          value={customOption.label ?? ""}
          onChange={(label) => onChange(withOptions(field, { customOption: { ...customOption, label } }))}
          maxLength={350}
        />
      )}
    </fieldset>
  );
}

const choiceValue = ({ value, label }: Choice): string => String(value ?? label ?? "").trim();

function newChoice(taken: readonly string[]): Choice {
  let n = taken.length + 1;
  while (taken.includes(text("Option {n}", { n }))) n++;
  const label = text("Option {n}", { n });
  return { _id: randomUuid(), label, value: label };
}

function DefaultChoice({
  options,
  isMultiple,
  set,
}: {
  options: readonly Choice[];
  isMultiple: boolean;
  set(options: Choice[]): void;
}) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="grid gap-1">
      <span id={id} className="font-medium">
        {text("Selected by default")}
      </span>
      {options.map((option) => (
        <label key={option._id} className="flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={option.default === true}
            onChange={({ target }) =>
              set(
                options.map((other) => {
                  if (other._id === option._id) return { ...other, default: target.checked };
                  return isMultiple || !target.checked ? other : { ...other, default: false };
                }),
              )
            }
          />
          <span className="min-w-0 truncate">{option.label || "–"}</span>
        </label>
      ))}
    </fieldset>
  );
}
