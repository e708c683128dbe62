import type { FormField, FormRule } from "@porchlight/client/forms";
import { maxFormRules } from "@porchlight/contract/forms/form-values";
import { randomUuid } from "@porchlight/contract/wire/random-uuid";
import { Plus, Trash2 } from "lucide-react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { type BuilderState, changeField, fieldsOf } from "./builder-state.ts";
import { rowName } from "./field-list.tsx";
import { optionsOf } from "./field-options.ts";
import { hasChoices, typeOf } from "./field-types.ts";
import type { FormProblem } from "./find-problems.ts";

/** Props of {@link RulesTab}. */
export interface RulesTabProps {
  state: BuilderState;
  problems: readonly FormProblem[];
  change(update: (state: BuilderState) => BuilderState): void;
}

type Condition = NonNullable<NonNullable<FormRule["expression"]>["condition"]>;
type Override = NonNullable<FormRule["overrides"]>[number];

/** Rules that show, hide, or require fields, depending on answers. */
export function RulesTab({ state, problems, change }: RulesTabProps) {
  const fields = fieldsOf(state.rows);
  const inputs = fields.filter(({ inputOptions }) => inputOptions);
  const setRules = (update: (rules: readonly FormRule[]) => readonly FormRule[]) =>
    change((before) => ({ ...before, rules: update(before.rules) }));
  function remove(index: number, rule: FormRule) {
    setRules((rules) => rules.filter(({ _id }) => _id !== rule._id));
    showToast(text("The rule was deleted"), { undo: () => setRules((rules) => rules.toSpliced(index, 0, rule)) });
  }
  return (
    <div className="grid max-w-3xl gap-4">
      {state.rules.length === 0 && (
        <p className="text-muted">
          {inputs.length === 0
            ? text("Rules depend on answers. Add fields to the form first.")
            : text("A rule shows, hides, or requires fields, depending on the answer to another one.")}
        </p>
      )}
      {state.rules.map((rule, index) => (
        <Section
          key={rule._id}
          title={rule.name || text("Rule {n}", { n: index + 1 })}
          actions={
            <Button
              kind="quiet"
              aria-label={text("Delete rule {n}", { n: index + 1 })}
              onPress={() => remove(index, rule)}
            >
              <Trash2 aria-hidden size={16} />
            </Button>
          }
        >
          {problems
            .filter(({ id }) => id === rule._id)
            .map((problem) => (
              <p key={problem.text} className="rounded-md bg-danger-soft p-3 text-danger">
                {problem.text}
              </p>
            ))}
          <RuleEditor
            {...{ rule, fields, inputs }}
            onHide={(field) => change((before) => changeField(before, { ...field, hidden: true }))}
            onChange={(changed) => setRules((rules) => rules.map((one) => (one._id === changed._id ? changed : one)))}
          />
        </Section>
      ))}
      {inputs.length > 0 && state.rules.length < maxFormRules && (
        <div>
          <Button onPress={() => setRules((rules) => [...rules, newRule(inputs[0]!)])}>
            <Plus aria-hidden size={16} />
            {text("Add rule")}
          </Button>
        </div>
      )}
    </div>
  );
}

const newRule = (field: FormField): FormRule => ({
  _id: randomUuid(),
  name: null,
  expression: { and: { conditions: [{ condition: newCondition(field) }] } },
  overrides: [],
});

const newCondition = (field: FormField): Condition => ({
  target: field.inputOptions?.target ?? "",
  operator: operatorsOf(field)[0]!,
  ...(comparesWithValue(operatorsOf(field)[0]!) && { value: firstValue(field) }),
});

type Operator = NonNullable<Condition["operator"]>;
const operatorNames = {
  EQUAL: text("is"),
  NOT_EQUAL: text("is not"),
  CONTAINS: text("contains"),
  NOT_CONTAINS: text("does not contain"),
  LESS_THAN: text("is less than"),
  GREATER_THAN: text("is greater than"),
  BEFORE: text("is before"),
  AFTER: text("is after"),
  EMPTY: text("is empty"),
  NOT_EMPTY: text("is filled in"),
  CHECKED: text("is checked"),
  NOT_CHECKED: text("is not checked"),
} as const satisfies Partial<Record<Operator, string>>;
type SupportedOperator = keyof typeof operatorNames;

function operatorsOf(field: FormField | undefined): SupportedOperator[] {
  switch (field && typeOf(field)) {
    case "checkbox":
      return ["CHECKED", "NOT_CHECKED"];
    case "number":
    case "rating":
      return ["EQUAL", "NOT_EQUAL", "LESS_THAN", "GREATER_THAN", "EMPTY", "NOT_EMPTY"];
    case "date":
    case "dateTime":
    case "time":
      return ["EQUAL", "BEFORE", "AFTER", "EMPTY", "NOT_EMPTY"];
    case "checkboxes":
      return ["CONTAINS", "NOT_CONTAINS", "EMPTY", "NOT_EMPTY"];
    case "radio":
    case "select":
      return ["EQUAL", "NOT_EQUAL", "EMPTY", "NOT_EMPTY"];
    case "line":
    case "text":
    case "email":
    case "url":
    case "phone":
      return ["EQUAL", "NOT_EQUAL", "CONTAINS", "NOT_CONTAINS", "EMPTY", "NOT_EMPTY"];
    default:
      return ["EMPTY", "NOT_EMPTY"];
  }
}

const operatorsWithoutValue = new Set<Operator>(["EMPTY", "NOT_EMPTY", "CHECKED", "NOT_CHECKED"]);
const comparesWithValue = (operator: Operator) => !operatorsWithoutValue.has(operator);
const choicesOf = (field: FormField | undefined) =>
  field && hasChoices(typeOf(field))
    ? (optionsOf(field).options ?? []).map(({ value, label }) => ({
        id: String(value ?? ""),
        label: label || String(value),
      }))
    : [];
const firstValue = (field: FormField | undefined): unknown => choicesOf(field)[0]?.id ?? (isNumeric(field) ? 0 : "");
const isNumeric = (field: FormField | undefined) => field?.inputOptions?.inputType === "NUMBER";

/** The conditions of a rule that this editor can show: one level, joined by "all" or "any". */
function conditionsOf({ expression }: FormRule): { joint: "and" | "or"; conditions: Condition[] } | undefined {
  if (!expression) return { joint: "and", conditions: [] };
  if (expression.condition) return { joint: "and", conditions: [expression.condition] };
  const joint = expression.and ? ("and" as const) : ("or" as const);
  const nodes = expression[joint]?.conditions ?? [];
  const conditions = nodes.flatMap(({ condition }) => condition ?? []);
  const isSupported = conditions.every(({ operator }) => operator !== undefined && operator in operatorNames);
  return conditions.length === nodes.length && isSupported ? { joint, conditions } : undefined;
}

const actions = ["show", "hide", "require", "optional"] as const;
type Action = (typeof actions)[number];
const actionNames: Readonly<Record<Action, string>> = {
  show: text("Show"),
  hide: text("Hide"),
  require: text("Require"),
  optional: text("Do not require"),
};
function actionOf({ fieldOptions }: Override): Action | undefined {
  if (fieldOptions?.hiddenOptions) return fieldOptions.hiddenOptions.hidden ? "hide" : "show";
  if (fieldOptions?.requiredOptions) return fieldOptions.requiredOptions.required ? "require" : "optional";
  return undefined;
}
const toOverride = (action: Action, fieldId: string): Override => ({
  entityType: "FIELD",
  fieldOptions:
    action === "show" || action === "hide"
      ? { fieldId, propertyType: "HIDDEN", hiddenOptions: { hidden: action === "hide" } }
      : { fieldId, propertyType: "REQUIRED", requiredOptions: { required: action === "require" } },
});

interface RuleEditorProps {
  rule: FormRule;
  fields: readonly FormField[];
  inputs: readonly FormField[];
  onChange(rule: FormRule): void;
  /** Hides a field until a rule shows it. */
  onHide(field: FormField): void;
}

function RuleEditor({ rule, fields, inputs, onChange, onHide }: RuleEditorProps) {
  const parsed = conditionsOf(rule);
  const { overrides = [] } = rule;
  if (!parsed || overrides.some((override) => actionOf(override) === undefined))
    return (
      <p className="text-muted">
        {text("This rule was created by a program. It cannot be edited here, and stays as it is.")}
      </p>
    );
  const { joint, conditions } = parsed;
  const setConditions = (next: Condition[], by = joint) =>
    onChange({ ...rule, expression: { [by]: { conditions: next.map((condition) => ({ condition })) } } });
  const setOverrides = (next: Override[]) => onChange({ ...rule, overrides: next });
  const fieldOptions = (options: readonly FormField[], isMissing: boolean) => [
    ...(isMissing ? [{ id: "", label: text("Choose a field") }] : []),
    ...options.map((field) => ({ id: field._id, label: rowName({ _id: field._id, field }) })),
  ];
  return (
    <>
      <div className="grid gap-3">
        {conditions.length > 1 ? (
          <Select
            label={text("If")}
            value={joint}
            options={[
              { id: "and", label: text("All of these apply") },
              { id: "or", label: text("At least one of these applies") },
            ]}
            onChange={(by) => setConditions(conditions, by)}
          />
        ) : (
          <p className="font-medium">{text("If")}</p>
        )}
        {conditions.map((condition, index) => {
          const field = inputs.find(({ inputOptions }) => inputOptions?.target === condition.target);
          const replace = (changed: Condition) => setConditions(conditions.with(index, changed));
          const supported = operatorsOf(field);
          const operator = condition.operator as SupportedOperator;
          const choices = choicesOf(field);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids
            <div key={index} className="flex flex-wrap items-end gap-2">
              <div className="min-w-0 grow basis-40">
                <Select
                  label={text("Answer {n}", { n: index + 1 })}
                  hidesLabel
                  value={field?._id ?? ""}
                  options={fieldOptions(inputs, !field)}
                  onChange={(id) => {
                    const chosen = inputs.find(({ _id }) => _id === id);
                    if (chosen) replace(newCondition(chosen));
                  }}
                />
              </div>
              <div className="basis-36">
                <Select
                  label={text("Comparison {n}", { n: index + 1 })}
                  hidesLabel
                  value={operator}
                  options={(supported.includes(operator) ? supported : [operator, ...supported]).map((id) => ({
                    id,
                    label: operatorNames[id],
                  }))}
                  onChange={(next) => {
                    const { value = firstValue(field), ...rest } = condition;
                    replace({ ...rest, operator: next, ...(comparesWithValue(next) && { value }) });
                  }}
                />
              </div>
              {comparesWithValue(operator) && (
                <div className="min-w-0 grow basis-36">
                  {choices.length > 0 ? (
                    <Select
                      label={text("Value {n}", { n: index + 1 })}
                      hidesLabel
                      value={String(condition.value ?? "")}
                      options={
                        choices.some(({ id }) => id === condition.value)
                          ? choices
                          : [{ id: String(condition.value ?? ""), label: String(condition.value || "–") }, ...choices]
                      }
                      onChange={(value) => replace({ ...condition, value })}
                    />
                  ) : (
                    <TextField
                      label={text("Value {n}", { n: index + 1 })}
                      hidesLabel
                      type={typeOf(field ?? inputs[0]!) === "date" ? "date" : isNumeric(field) ? "number" : "text"}
                      value={String(condition.value ?? "")}
                      onChange={(value) => replace({ ...condition, value: isNumeric(field) ? Number(value) : value })}
                    />
                  )}
                </div>
              )}
              <Button
                kind="quiet"
                aria-label={text("Remove condition {n}", { n: index + 1 })}
                onPress={() => setConditions(conditions.toSpliced(index, 1))}
              >
                <Trash2 aria-hidden size={16} />
              </Button>
            </div>
          );
        })}
        {inputs.length > 0 && (
          <div>
            <Button kind="quiet" onPress={() => setConditions([...conditions, newCondition(inputs[0]!)])}>
              <Plus aria-hidden size={16} />
              {text("Add condition")}
            </Button>
          </div>
        )}
      </div>
      <div className="grid gap-3">
        <p className="font-medium">{text("Then")}</p>
        {overrides.map((override, index) => {
          const action = actionOf(override) ?? "show";
          const fieldId = override.fieldOptions?.fieldId ?? "";
          const field = inputs.find(({ _id }) => _id === fieldId);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids
            <div key={index} className="flex flex-wrap items-end gap-2">
              <div className="basis-40">
                <Select
                  label={text("Action {n}", { n: index + 1 })}
                  hidesLabel
                  value={action}
                  options={actions.map((id) => ({ id, label: actionNames[id] }))}
                  onChange={(next) => setOverrides(overrides.with(index, toOverride(next, fieldId)))}
                />
              </div>
              <div className="min-w-0 grow basis-40">
                <Select
                  label={text("Field {n}", { n: index + 1 })}
                  hidesLabel
                  value={field ? fieldId : ""}
                  options={fieldOptions(inputs, !field)}
                  onChange={(id) => id && setOverrides(overrides.with(index, toOverride(action, id)))}
                />
              </div>
              <Button
                kind="quiet"
                aria-label={text("Remove action {n}", { n: index + 1 })}
                onPress={() => setOverrides(overrides.toSpliced(index, 1))}
              >
                <Trash2 aria-hidden size={16} />
              </Button>
              {action === "show" && field && !field.hidden && (
                <p className="flex basis-full flex-wrap items-center gap-2 text-muted">
                  {text("The field is visible without this rule, too.")}
                  <Button onPress={() => onHide(field)}>{text("Hide it until the rule applies")}</Button>
                </p>
              )}
            </div>
          );
        })}
        {fields.length > 0 && (
          <div>
            <Button
              kind="quiet"
              onPress={() => setOverrides([...overrides, toOverride("show", inputs.at(-1)?._id ?? "")])}
            >
              <Plus aria-hidden size={16} />
              {text("Add action")}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
