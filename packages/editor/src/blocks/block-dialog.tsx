import { useState } from "react";
import {
  Button,
  Dialog,
  FieldError,
  Form,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  Text,
  TextArea,
  TextField,
} from "react-aria-components";
import type { NodeSource } from "../schema/source-attribute.ts";
import { type BlockField, blockForms, findErrors } from "./block-forms.ts";

/** Props of {@link BlockDialog}. */
export interface BlockDialogProps {
  /** The node type. It has a form. */
  type: string;
  /** The block to change; a new one if absent. */
  source?: NodeSource | undefined;
  onSave(values: Record<string, string>): void;
  onClose(): void;
}

/** Requests the data of a block without editable text. */
export function BlockDialog({ type, source, onSave, onClose }: BlockDialogProps) {
  const form = blockForms[type]!;
  const [values, setValues] = useState<Record<string, string>>(() => (source ? form.read(source) : {}));
  const [errors, setErrors] = useState<Record<string, string>>({});
  return (
    <ModalOverlay className="editor-overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="editor-modal">
        <Dialog className="editor-dialog">
          <Heading slot="title" className="editor-dialog-title">
            {form.label}
          </Heading>
          <Form
            validationErrors={errors}
            onSubmit={(event) => {
              event.preventDefault();
              const found = findErrors(form, values);
              setErrors(found);
              if (Object.keys(found).length === 0) onSave(values);
            }}
          >
            {form.fields.map((field, index) => (
              <BlockInput
                key={field.name}
                field={field}
                isFirst={index === 0}
                value={values[field.name] ?? ""}
                onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
              />
            ))}
            <div className="editor-actions">
              <Button className="editor-button" onPress={onClose}>
                Cancel
              </Button>
              <Button className="editor-button" data-kind="primary" type="submit">
                {source ? "Save" : "Insert"}
              </Button>
            </div>
          </Form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface BlockInputProps {
  field: BlockField;
  isFirst: boolean;
  value: string;
  onChange(value: string): void;
}

function BlockInput({ field, isFirst, value, onChange }: BlockInputProps) {
  const { name, label, kind, description } = field;
  const isLong = kind === "lines" || kind === "code";
  return (
    <TextField name={name} value={value} onChange={onChange} autoFocus={isFirst} className="editor-field">
      <Label>{label}</Label>
      {isLong ? (
        <TextArea className="editor-input" rows={6} data-kind={kind} spellCheck={kind !== "code"} />
      ) : (
        <Input className="editor-input" inputMode={kind === "url" ? "url" : undefined} />
      )}
      {description && (
        <Text slot="description" className="editor-description">
          {description}
        </Text>
      )}
      <FieldError className="editor-error" />
    </TextField>
  );
}
