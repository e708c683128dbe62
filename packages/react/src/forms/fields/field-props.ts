import type common from "@porchlight/contract/texts/en/common.json";
import type dataForm from "@porchlight/contract/texts/en/data-form.json";
import type dataItem from "@porchlight/contract/texts/en/data-item.json";
import type forms from "@porchlight/contract/texts/en/forms.json";
import type { Texts } from "../../texts/use-texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import type { EffectiveField } from "../definition/form-view.ts";
import type { UploadFile } from "../form-client.ts";

/** Texts of forms. */
export type FormTexts = Texts<keyof typeof forms | keyof typeof dataForm | keyof typeof dataItem | keyof typeof common>;

/** An error as it is shown. */
export interface ShownError {
  text: string;
  /** The control to correct, if the field has several. */
  part?: string | undefined;
}

/** Props of a field and of its controls. */
export interface FieldProps {
  /** Id of the first control. Those of the others end with their part. */
  id: string;
  field: EffectiveField;
  /** Initial values of a control, by its name. */
  initial(name: string): readonly string[];
  error?: ShownError | undefined;
  /** With the mark for required or optional fields. */
  label: string;
  /** Whether browsers without scripts require a value. */
  isRequiredByBrowser: boolean;
  upload: UploadFile;
  /** ISO 4217 code of prices. */
  currency?: string | undefined;
  /** The page that the sign-in bar of a form leads to. */
  signInHref: string | undefined;
  text: FormTexts;
  appearance: Appearance | undefined;
}

/** Props of the controls of a group, which the group labels. */
export interface ControlProps extends FieldProps {
  /** Ids of hints and the error. */
  describedBy: string | undefined;
}

/** Props of controls that are loaded on demand. */
export interface GroupProps extends ControlProps {
  attributesOf(part: string, isFirst: boolean): ReturnType<typeof partAttributes>;
}

/** Attributes of one of several controls. */
export function partAttributes(
  { id, field, error, describedBy, initial }: ControlProps,
  part: string,
  isFirst: boolean,
) {
  const isWrong = error !== undefined && (error.part ?? part) === part;
  return {
    id: isFirst ? id : `${id}-${part}`,
    name: `${field.target}.${part}`,
    "aria-invalid": isWrong || undefined,
    "aria-describedby": isWrong ? describedBy : undefined,
    defaultValue: initial(`${field.target}.${part}`)[0] ?? "",
    readOnly: field.isReadOnly || undefined,
  };
}
