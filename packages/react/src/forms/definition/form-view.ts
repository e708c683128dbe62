import type { Form } from "@porchlight/client/forms";
import type { Form as WireForm } from "@porchlight/contract/forms/form";
import { applyRules, fieldIdsOf } from "@porchlight/contract/forms/rules";
import { type FieldView, toFieldView } from "./field-view.ts";

/** A step of a form. Forms without steps have one. */
export interface StepView {
  id: string;
  name: string | undefined;
  fields: readonly FieldView[];
  /** The owner's texts of the buttons. */
  nextText?: string | undefined;
  backText?: string | undefined;
  submitText?: string | undefined;
}

/** A form as it is rendered. */
export interface FormView {
  steps: readonly StepView[];
  /** Fields of all steps, in order. */
  fields: readonly FieldView[];
  /** Ids of fields that rules show or hide. */
  conditional: ReadonlySet<string>;
  /** The parts of the definition that rules depend on, with the names of the wire. */
  definition: Pick<WireForm, "formFields" | "formRules" | "steps">;
}

/** Converts a form's definition. Fields without a place are on the last step. */
export function toFormView({
  formFields,
  steps,
  formRules,
}: Pick<Form, "formFields" | "steps" | "formRules">): FormView {
  const shown = steps.filter(({ hidden }) => !hidden);
  const idsByStep = shown.map(fieldIdsOf);
  const inSteps = new Set(steps.flatMap(fieldIdsOf));
  const unplaced = formFields.flatMap(({ _id }) => (inSteps.has(_id) ? [] : _id));
  const ids = idsByStep.length === 0 ? [unplaced] : idsByStep.with(-1, [...idsByStep.at(-1)!, ...unplaced]);
  const byId = new Map(formFields.map((field) => [field._id, field]));
  const views = ids.map((list, index): StepView => {
    const fields = list.flatMap((id) => byId.get(id) ?? []);
    const buttons = fields.find(({ displayOptions }) => displayOptions?.displayFieldType === "PAGE_NAVIGATION");
    const { nextPageText, previousPageText, submitText } = buttons?.displayOptions?.pageNavigationOptions ?? {};
    return {
      id: shown[index]?._id ?? "",
      name: shown[index]?.name || undefined,
      fields: fields.flatMap((field) => toFieldView(field) ?? []),
      nextText: nextPageText || undefined,
      backText: previousPageText || undefined,
      submitText: submitText || undefined,
    };
  });
  return {
    steps: views.filter(({ fields }, index) => fields.length > 0 || views.length === 1 || index === 0),
    fields: views.flatMap(({ fields }) => fields),
    conditional: new Set(
      formRules.flatMap(({ overrides = [] }) =>
        overrides.flatMap(({ fieldOptions }) => (fieldOptions?.hiddenOptions ? fieldOptions.fieldId : [])),
      ),
    ),
    definition: {
      formFields: formFields.map(({ _id, ...field }) => ({ ...field, id: _id })) as WireForm["formFields"],
      formRules: formRules.map(({ _id, ...rule }) => ({ ...rule, id: _id })),
      steps: steps.map(({ _id, ...step }) => ({ ...step, id: _id })),
    },
  };
}

/** A field with the changes of the rules. */
export interface EffectiveField extends FieldView {
  /** Whether the value is omitted, because a rule hides the field. */
  isOmitted: boolean;
  allowedValues?: readonly unknown[] | undefined;
}

/** Applies the rules of a form to its fields. A hidden field is never required. */
export function applyFormRules(
  { fields, definition }: FormView,
  values: Readonly<Record<string, unknown>>,
): EffectiveField[] {
  const states = applyRules(definition, values);
  return fields.map((field) => {
    const { hidden = field.isHidden, required = false, omitted = false, allowedValues } = states.get(field.id) ?? {};
    return { ...field, isHidden: hidden, isRequired: required, isOmitted: omitted, allowedValues };
  });
}
