import type { Form } from "@porchlight/client/forms";
import { applyRules } from "@porchlight/contract/forms/rules";
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
}

interface LayoutItem {
  fieldId?: string;
  row?: number | null;
  column?: number | null;
  group?: { items?: LayoutItem[] };
}

/** Ids of the fields of a layout, row by row. */
function fieldIdsOf(items: readonly LayoutItem[]): string[] {
  const position = ({ row, column }: LayoutItem) => (row ?? 0) * 1000 + (column ?? 0);
  return items
    .toSorted((one, other) => position(one) - position(other))
    .flatMap(({ fieldId, group }) => fieldId ?? fieldIdsOf(group?.items ?? []));
}

/** Converts a form's definition. Fields without a place are on the last step. */
export function toFormView({
  formFields,
  steps,
  formRules,
}: Pick<Form, "formFields" | "steps" | "formRules">): FormView {
  const shown = steps.filter(({ hidden }) => !hidden);
  const idsByStep = shown.map(({ layout }) => fieldIdsOf((layout?.large?.items ?? []) as LayoutItem[]));
  const everywhere = new Set(steps.flatMap(({ layout }) => fieldIdsOf((layout?.large?.items ?? []) as LayoutItem[])));
  const unplaced = formFields.flatMap(({ _id }) => (everywhere.has(_id) ? [] : _id));
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
        overrides.flatMap(({ fieldOptions }) => (fieldOptions?.propertyType === "HIDDEN" ? fieldOptions.fieldId : [])),
      ),
    ),
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
  { fields, conditional }: FormView,
  rules: Form["formRules"],
  values: Readonly<Record<string, unknown>>,
): EffectiveField[] {
  const outcomes = applyRules(fields, rules, values, Date.now());
  return fields.map((field) => {
    const { isHidden = field.isHidden, required = field.isRequired, allowedValues } = outcomes.get(field.id) ?? {};
    const isOmitted = isHidden && conditional.has(field.id);
    return { ...field, isHidden, isRequired: required && !isHidden, isOmitted, allowedValues };
  });
}
