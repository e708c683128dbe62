import type { CollectionField } from "@porchlight/client/data";
import { Plus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/fields.tsx";
import { inputKind } from "../item-values.ts";
import {
  type Condition,
  conditionsOf,
  type FilterGroup,
  type FilterNode,
  hasListValue,
  isComplete,
  isGroup,
  maxConditions,
  maxGroupDepth,
  type Operator,
  operatorsOf,
  requiresValue,
} from "./filter-tree.ts";

/** Props of {@link FilterEditor}. */
export interface FilterEditorProps {
  fields: readonly CollectionField[];
  filter: FilterGroup;
  onChange(filter: FilterGroup): void;
}

const labelOf = ({ key, displayName }: CollectionField): string => displayName || key;
const joins: readonly { id: FilterGroup["join"]; label: string }[] = [
  { id: "and", label: text("All of these apply") },
  { id: "or", label: text("At least one of these applies") },
  { id: "none", label: text("None of these applies") },
];
const newCondition = (field: CollectionField): Condition => ({
  field: field.key,
  operator: operatorsOf(field)[0]!.id,
  value: inputKind(field.type) === "boolean" ? "true" : "",
});

/** The conditions that all listed items meet; in the advanced form, with groups of which some or none must be met. */
export function FilterEditor({ fields, filter, onChange }: FilterEditorProps) {
  const isTree = filter.join !== "and" || filter.parts.some(isGroup);
  const [isAdvanced, setIsAdvanced] = useState(isTree);
  const all = conditionsOf(filter);
  const incomplete = all.filter((condition) => !isComplete(condition, fields)).length;
  return (
    <div className="grid gap-3">
      <GroupEditor
        {...{ fields, onChange }}
        group={filter}
        depth={0}
        path=""
        isAdvanced={isAdvanced || isTree}
        isFull={all.length >= maxConditions}
      />
      {filter.parts.length > 0 && !isAdvanced && !isTree && (
        <div>
          <Button kind="quiet" onPress={() => setIsAdvanced(true)}>
            {text("Advanced")}
          </Button>
        </div>
      )}
      {incomplete > 0 && (
        <p role="status" className="rounded-md bg-warning-soft p-3 text-warning">
          {text(
            "{n, plural, one {One condition is incomplete and does} other {# conditions are incomplete and do}} not apply yet.",
            { n: incomplete },
          )}
        </p>
      )}
    </div>
  );
}

interface GroupEditorProps {
  fields: readonly CollectionField[];
  group: FilterGroup;
  onChange(group: FilterGroup): void;
  depth: number;
  /** The numbers of the groups around it, such as "2.1". */
  path: string;
  isAdvanced: boolean;
  isFull: boolean;
  onRemove?: () => void;
}

function GroupEditor({ fields, group, onChange, depth, path, isAdvanced, isFull, onRemove }: GroupEditorProps) {
  const first = fields[0];
  if (!first) return null;
  const { parts } = group;
  const put = (index: number, part: FilterNode) =>
    onChange({ ...group, parts: parts.map((one, other) => (other === index ? part : one)) });
  const remove = (index: number) => onChange({ ...group, parts: parts.filter((_, other) => other !== index) });
  const add = (part: FilterNode) => onChange({ ...group, parts: [...parts, part] });
  const numberOf = (index: number) => `${path}${path && "."}${index + 1}`;
  return (
    <div className={depth > 0 ? "grid gap-3 border-s-2 border-accent ps-3" : "grid gap-3"}>
      {isAdvanced && (
        <div className="flex items-center gap-2">
          <Select
            label={path ? text("Group {n}", { n: path }) : text("Conditions")}
            hidesLabel
            value={group.join}
            options={joins}
            onChange={(join) => onChange({ ...group, join })}
          />
          {onRemove && (
            <Button kind="quiet" aria-label={text("Remove group {n}", { n: path })} onPress={onRemove}>
              <X aria-hidden size={16} />
            </Button>
          )}
        </div>
      )}
      {parts.map((part, index) =>
        isGroup(part) ? (
          <GroupEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place.
            key={index}
            {...{ fields, isAdvanced, isFull }}
            group={part}
            depth={depth + 1}
            path={numberOf(index)}
            onChange={(changed) => put(index, changed)}
            onRemove={() => remove(index)}
          />
        ) : (
          <ConditionEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place.
            key={index}
            {...{ fields, first }}
            condition={part}
            name={numberOf(index)}
            onChange={(changed) => put(index, changed)}
            onRemove={() => remove(index)}
          />
        ),
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" isDisabled={isFull} onPress={() => add(newCondition(first))}>
          <Plus aria-hidden size={16} />
          {depth === 0 && parts.length === 0 ? text("Filter") : text("Add a condition")}
        </Button>
        {isAdvanced && depth < maxGroupDepth && (
          <Button kind="quiet" isDisabled={isFull} onPress={() => add({ join: "or", parts: [newCondition(first)] })}>
            <Plus aria-hidden size={16} />
            {text("Add a group")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface ConditionEditorProps {
  fields: readonly CollectionField[];
  first: CollectionField;
  condition: Condition;
  name: string;
  onChange(condition: Condition): void;
  onRemove(): void;
}

function ConditionEditor({ fields, first, condition, name, onChange, onRemove }: ConditionEditorProps) {
  const field = fields.find(({ key }) => key === condition.field);
  const kind = inputKind(field?.type);
  const change = (changed: Partial<Condition>) => onChange({ ...condition, ...changed });
  const isRange = condition.operator === "between";
  const valueType = hasListValue(condition.operator) ? "text" : (kind ?? "text");
  return (
    <fieldset
      aria-label={text("Condition {n}", { n: name })}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[12rem_11rem_minmax(0,20rem)_auto]"
    >
      <Select
        label={text("Field")}
        hidesLabel
        value={condition.field}
        options={[
          ...fields.map((other) => ({ id: other.key, label: labelOf(other) })),
          ...(field ? [] : [{ id: condition.field, label: text("{name} (deleted)", { name: condition.field }) }]),
        ]}
        onChange={(key) => onChange(newCondition(fields.find((other) => other.key === key) ?? first))}
      />
      <span className="max-sm:order-last max-sm:col-span-2">
        <Select<Operator>
          label={text("Comparison")}
          hidesLabel
          value={condition.operator}
          options={operatorsOf(field ?? first)}
          onChange={(operator) =>
            change({ operator, ...(hasListValue(operator) !== hasListValue(condition.operator) && { value: "" }) })
          }
        />
      </span>
      {requiresValue(condition.operator) && (
        <span className="flex flex-wrap gap-2 max-sm:order-last max-sm:col-span-2 *:grow *:basis-32">
          {kind === "boolean" ? (
            <Select
              label={text("Value")}
              hidesLabel
              value={condition.value === "true" ? "true" : "false"}
              options={[
                { id: "true", label: text("Yes") },
                { id: "false", label: text("No") },
              ]}
              onChange={(value) => change({ value })}
            />
          ) : (
            <ValueField
              label={isRange ? text("From") : text("Value")}
              type={valueType}
              placeholder={hasListValue(condition.operator) ? text("Separate values by commas") : undefined}
              value={condition.value}
              onChange={(value) => change({ value })}
            />
          )}
          {isRange && (
            <ValueField
              label={text("To")}
              type={valueType}
              value={condition.to ?? ""}
              onChange={(to) => change({ to })}
            />
          )}
        </span>
      )}
      <Button kind="quiet" aria-label={text("Remove condition {n}", { n: name })} onPress={onRemove}>
        <X aria-hidden size={16} />
      </Button>
    </fieldset>
  );
}

interface ValueFieldProps {
  label: string;
  type: string;
  placeholder?: string | undefined;
  value: string;
  /** Called 300 ms after the last key. */
  onChange(value: string): void;
}

function ValueField({ label, type, placeholder, value, onChange }: ValueFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), 300);
    return () => clearTimeout(timer);
  });
  return <TextField {...{ label, type, placeholder }} hidesLabel value={typed} onChange={setTyped} />;
}
