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
import { t } from "../texts/texts.ts";
import { type FileSources, useFileButton } from "../uploads/file-button.tsx";
import { type BlockField, blockForms, findErrors } from "./block-forms.ts";

/** Props of {@link BlockDialog}. */
export interface BlockDialogProps extends FileSources {
  /** The node type. It has a form. */
  type: string;
  /** The block to change; a new one if absent. */
  source?: NodeSource | undefined;
  onSave(values: Record<string, string>): void;
  onClose(): void;
}

/** Requests the data of a block without editable text. */
export default function BlockDialog({ type, source, onSave, onClose, ...sources }: BlockDialogProps) {
  const form = blockForms[type]!;
  const [values, setValues] = useState<Record<string, string>>(() => (source ? form.read(source) : {}));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { button, error } = useFileButton({
    ...sources,
    kind: form.fileKind ?? "any",
    label: sources.chooseFiles ? t("Choose a file") : t("Upload a file"),
    onFile: ({ url, name }) =>
      setValues((before) => ({ ...before, url, name: before.name || name || "", title: before.title || "" })),
  });

  return (
    <ModalOverlay className="editor-overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="editor-modal">
        <Dialog className="editor-dialog">
          <Heading slot="title" className="editor-dialog-title">
            {t(form.label)}
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
            {error && (
              <p role="alert" className="editor-error">
                {error}
              </p>
            )}
            <div className="editor-actions">
              {form.fileKind && button}
              <Button className="editor-button" onPress={onClose}>
                {t("Cancel")}
              </Button>
              <Button className="editor-button" data-kind="primary" type="submit">
                {source ? t("Save") : t("Insert")}
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
      <Label>{t(label)}</Label>
      {isLong ? (
        <TextArea className="editor-input" rows={6} data-kind={kind} spellCheck={kind !== "code"} />
      ) : (
        <Input className="editor-input" inputMode={kind === "url" ? "url" : undefined} />
      )}
      {description && (
        <Text slot="description" className="editor-description">
          {t(description)}
        </Text>
      )}
      <FieldError className="editor-error" />
    </TextField>
  );
}
