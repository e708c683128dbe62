import type { FormField } from "@porchlight/client/forms";
import { uploadFileFormats } from "@porchlight/contract/forms/form-values";
import { ArrowLeft } from "lucide-react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxChoices, Toggle } from "../../ui/choices.tsx";
import { Select, TextField } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { ChoiceEditor } from "./choice-editor.tsx";
import {
  type FieldOptions,
  type FieldValidation,
  fieldLabel,
  optionsOf,
  validationOf,
  withOptions,
  withValidation,
} from "./field-options.ts";
import {
  type ContactField,
  type FieldType,
  fieldTypes,
  hasChoices,
  isPayment,
  targetFor,
  typeOf,
} from "./field-types.ts";
import { NumberField } from "./number-field.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { RichTextField, ShortTextField } from "./rich-text-field.tsx";

/** Props of {@link FieldPanel}. */
export interface FieldPanelProps {
  field: FormField;
  /** Whether the published form has the field, whose key can then not change. */
  isPublished: boolean;
  /** Keys of the other fields, and of removed ones. */
  otherTargets: ReadonlySet<string>;
  problems: readonly string[];
  onChange(field: FormField): void;
  onClose(): void;
}

/** The properties of one field. */
export function FieldPanel({ field, isPublished, otherTargets, problems, onChange, onClose }: FieldPanelProps) {
  const type = typeOf(field);
  return (
    <Section
      title={type ? fieldTypes[type].name : text("Field")}
      actions={
        <span className="lg:hidden">
          <Button kind="quiet" onPress={onClose}>
            <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
            {text("Back to the fields")}
          </Button>
        </span>
      }
    >
      {problems.length > 0 && (
        <ul className="grid gap-1 rounded-md bg-danger-soft p-3 text-danger">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {field.inputOptions ? (
        <InputProperties {...{ field, type, isPublished, otherTargets, onChange }} input={field.inputOptions} />
      ) : (
        <DisplayProperties {...{ field, type, onChange }} />
      )}
      <Toggle isOn={field.hidden === true} onChange={(hidden) => onChange({ ...field, hidden })}>
        <span className="grid">
          {text("Hidden")}
          <span className="text-muted">{text("A rule can show it. Its default value is sent.")}</span>
        </span>
      </Toggle>
    </Section>
  );
}

type Input = NonNullable<FormField["inputOptions"]>;
interface PropertiesProps {
  field: FormField;
  type: FieldType | undefined;
  onChange(field: FormField): void;
}

function InputProperties({
  field,
  input,
  type,
  isPublished,
  otherTargets,
  onChange,
}: PropertiesProps & Pick<FieldPanelProps, "isPublished" | "otherTargets"> & { input: Input }) {
  const options = optionsOf(field);
  const change = (changes: FieldOptions) => onChange(withOptions(field, changes));
  const changeInput = (changes: Partial<Input>) => onChange({ ...field, inputOptions: { ...input, ...changes } });
  function changeLabel(label: string): void {
    const next = withOptions(field, { label });
    // The key follows the label until programs may know it.
    const follows = !isPublished && input.target === targetFor(fieldLabel(field) || nameOf(type), otherTargets);
    if (!follows || !next.inputOptions) onChange(next);
    else
      onChange({
        ...next,
        inputOptions: { ...next.inputOptions, target: targetFor(label || nameOf(type), otherTargets) },
      });
  }
  const label = options.label;
  return (
    <>
      {type === "checkbox" ? (
        <RichTextField
          key={field._id}
          label={text("Label")}
          value={typeof label === "string" || !label ? undefined : label}
          onChange={(content) => change({ label: content })}
        />
      ) : (
        <TextField
          label={text("Label")}
          value={typeof label === "string" ? label : ""}
          onChange={changeLabel}
          maxLength={350}
        />
      )}
      <ShortTextField
        key={`${field._id} hint`}
        label={text("Hint")}
        value={options.description}
        onChange={(description) => change({ description })}
      />
      <Toggle isOn={input.required === true} onChange={(required) => changeInput({ required })}>
        {text("Required")}
      </Toggle>
      {type && hasPlaceholder.has(type) && (
        <TextField
          label={text("Placeholder")}
          value={options.placeholder ?? ""}
          onChange={(placeholder) => change({ placeholder: placeholder || null })}
          maxLength={100}
        />
      )}
      {hasChoices(type) && <ChoiceEditor {...{ field, onChange }} isMultiple={type === "checkboxes"} />}
      {type && isPayment(type) && <ProductEditor {...{ field, type, onChange }} />}
      {type && <DefaultValue {...{ field, type, change }} />}
      {type && <Limits {...{ field, type, onChange }} />}
      {type && fieldTypes[type].contactFields && (
        <Select
          label={text("Contact data")}
          value={input.contactMapping?.contactField ?? ""}
          options={[
            { id: "" as const, label: text("None") },
            ...fieldTypes[type].contactFields.map((id) => ({ id, label: contactFieldNames[id] ?? id })),
          ]}
          onChange={(contactField) =>
            changeInput({
              contactMapping: contactField === "" ? {} : { contactField },
              pii: contactField !== "" && contactField !== "SUBSCRIPTION",
            })
          }
        />
      )}
      <TextField
        label={text("Key")}
        hint={
          isPublished
            ? text("Exports and programs use it. It cannot change, because the form is published.")
            : text("Exports and programs use it. It cannot change once the form is published.")
        }
        isDisabled={isPublished}
        value={input.target}
        onChange={(target) => changeInput({ target })}
        maxLength={200}
      />
    </>
  );
}

const nameOf = (type: FieldType | undefined) => (type ? fieldTypes[type].name : "");
const hasPlaceholder = new Set<FieldType>(["line", "text", "email", "url", "phone", "number", "select"]);
const contactFieldNames: Readonly<Partial<Record<ContactField, string>>> = {
  FIRST_NAME: text("First name"),
  LAST_NAME: text("Last name"),
  COMPANY: text("Company"),
  POSITION: text("Position"),
  EMAIL: text("Email, for replies"),
  PHONE: text("Phone"),
  ADDRESS: text("Address"),
  BIRTHDATE: text("Date of birth"),
  VAT_ID: text("VAT ID"),
  SUBSCRIPTION: text("Consent to receive emails"),
};

function DefaultValue({
  field,
  type,
  change,
}: {
  field: FormField;
  type: FieldType;
  change(changes: FieldOptions): void;
}) {
  const options = optionsOf(field);
  if (type === "checkbox")
    return (
      <Toggle isOn={options.checked === true} onChange={(checked) => change({ checked })}>
        {text("Checked by default")}
      </Toggle>
    );
  if (type === "number" || type === "rating")
    return (
      <NumberField
        label={text("Default value")}
        value={typeof options.default === "number" ? options.default : undefined}
        onChange={(value) => change({ default: value ?? null })}
      />
    );
  if (type !== "line" && type !== "text" && type !== "email" && type !== "url") return null;
  return (
    <TextField
      label={text("Default value")}
      value={String(options.default ?? "")}
      onChange={(value) => change({ default: value || null })}
    />
  );
}

const fileFormatNames: Readonly<Record<(typeof uploadFileFormats)[number], string>> = {
  IMAGE: text("Images"),
  DOCUMENT: text("Documents"),
  VIDEO: text("Videos"),
  AUDIO: text("Audio"),
  ARCHIVE: text("Archives"),
  MODEL_3D: text("3D models"),
};

function Limits({ field, type, onChange }: PropertiesProps & { type: FieldType }) {
  const validation = validationOf(field);
  const change = (changes: FieldValidation) => onChange(withValidation(field, changes));
  const number = (
    label: string,
    name: "minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems" | "multipleOf",
  ) => (
    <NumberField
      label={label}
      value={validation[name] ?? undefined}
      onChange={(value) => change({ [name]: value ?? null })}
    />
  );
  const pairClass = "grid grid-cols-2 items-end gap-3";
  if (type === "line" || type === "text")
    return (
      <>
        <div className={pairClass}>
          {number(text("Minimum length"), "minLength")}
          {number(text("Maximum length"), "maxLength")}
        </div>
        {type === "line" && (
          <TextField
            label={text("Pattern")}
            hint={text("A regular expression for the whole value, such as [0-9]{5}")}
            value={validation.pattern ?? ""}
            onChange={(pattern) => change({ pattern: pattern || null })}
            maxLength={500}
          />
        )}
        {validation.pattern && (
          <TextField
            label={text("Message for other values")}
            value={validation.errorMessages?.default ?? ""}
            onChange={(message) => change({ errorMessages: { default: message || null } })}
            maxLength={200}
          />
        )}
      </>
    );
  if (type === "number")
    return (
      <>
        <div className={pairClass}>
          {number(text("Minimum"), "minimum")}
          {number(text("Maximum"), "maximum")}
        </div>
        {number(text("Multiple of"), "multipleOf")}
      </>
    );
  if (type === "checkboxes")
    return (
      <div className={pairClass}>
        {number(text("At least"), "minItems")}
        {number(text("At most"), "maxItems")}
      </div>
    );
  if (type === "date") {
    const { minimum, maximum } = validation.dateOptions ?? {};
    const date = (label: string, name: "minimum" | "maximum", value: string | null | undefined) => (
      <TextField
        type="date"
        label={label}
        value={value ?? ""}
        onChange={(entered) => change({ dateOptions: { ...validation.dateOptions, [name]: entered || null } })}
      />
    );
    return (
      <div className="grid gap-3">
        {date(text("Earliest date"), "minimum", minimum)}
        {date(text("Latest date"), "maximum", maximum)}
      </div>
    );
  }
  if (type === "file")
    return (
      <>
        <NumberField
          label={text("Maximum number of files")}
          value={validation.fileLimit ?? 1}
          onChange={(limit) => change({ fileLimit: Math.min(Math.max(limit ?? 1, 1), 30) })}
        />
        <CheckboxChoices
          label={text("File types")}
          hint={text("Default: all kinds that the server accepts.")}
          options={uploadFileFormats.map((id) => ({ id, label: fileFormatNames[id] }))}
          value={uploadFileFormats.filter((format) => validation.uploadFileFormats?.includes(format))}
          onChange={(formats) => change({ uploadFileFormats: formats })}
        />
      </>
    );
  return null;
}

function DisplayProperties({ field, type, onChange }: PropertiesProps) {
  const { displayOptions } = field;
  if (type === "content")
    return (
      <RichTextField
        key={field._id}
        label={text("Text")}
        value={displayOptions?.richContentOptions?.richContent}
        onChange={(richContent) =>
          onChange({ ...field, displayOptions: { ...displayOptions, richContentOptions: { richContent } } })
        }
      />
    );
  if (type !== "buttons") return <p className="text-muted">{text("This field has no properties.")}</p>;
  const buttons = displayOptions?.pageNavigationOptions ?? {};
  const button = (label: string, name: "nextPageText" | "previousPageText" | "submitText") => (
    <TextField
      label={label}
      value={buttons[name] ?? ""}
      maxLength={65}
      onChange={(entered) =>
        onChange({
          ...field,
          displayOptions: { ...displayOptions, pageNavigationOptions: { ...buttons, [name]: entered || null } },
        })
      }
    />
  );
  return (
    <>
      <p className="text-muted">{text("The texts of the buttons below this page. Leave empty for the default.")}</p>
      {button(text("Next page"), "nextPageText")}
      {button(text("Previous page"), "previousPageText")}
      {button(text("Submit"), "submitText")}
    </>
  );
}
