import type { CollectionView, ViewField } from "@porchlight/client/data";
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import form from "@porchlight/contract/texts/en/data-form.json" with { type: "json" };
import itemWords from "@porchlight/contract/texts/en/data-item.json" with { type: "json" };
import list from "@porchlight/contract/texts/en/data-list.json" with { type: "json" };
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useSite } from "../../provider.tsx";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { useLasting, useSecondsLeft } from "../../ui/delay.ts";
import { ErrorSummary, useErrorTitle } from "../../ui/feedback/error-summary.tsx";
import { useUnsavedWarning } from "../../ui/use-unsaved-warning.ts";
import type { Choice, EditorTools, FieldEditors, SearchReferences } from "../editors/editor-props.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { FieldValue } from "../field-value.tsx";
import { explainFailure, type ItemFailure, isConflict } from "../item-failures.ts";
import { type CollectionEntry, type ReferenceNames, referencedIds, type ShownItem } from "../list/collection-entry.ts";
import type { FieldValueProps } from "../values/field-value-props.ts";
import type { ConflictProps } from "./conflict-notice.tsx";
import type { ValueIssue } from "./field-ranges.ts";
import { FormField } from "./form-field.tsx";
import { type Control, controlOf, readTyped, toTyped } from "./form-values.ts";

const english = { ...list, ...itemWords, ...form, ...common };

/** The changes of an item. Everything else stays unchanged, including hidden fields. */
export interface ItemChanges {
  set: Record<string, unknown>;
  /** Fields whose value was removed. */
  unset: string[];
  /** Items added to and removed from multi-reference fields. These require separate calls. */
  references: Record<string, { added: string[]; removed: string[] }>;
}

/** Props of {@link ItemForm}. */
export interface ItemFormProps {
  view: CollectionView;
  /** The item to edit; absent for a new one. */
  item?: ShownItem | undefined;
  /** Items that can be referenced by collection, if few. */
  options?: Readonly<Record<string, readonly Choice[]>> | undefined;
  /** Finds items of other collections. */
  searchReferences?: SearchReferences | undefined;
  /** Display names of the referenced items. */
  references?: ReferenceNames | undefined;
  /**
   * By field key, loads the next page of a multi-reference field into `item` and `references`. References that are not
   * loaded stay.
   */
  moreReferences?: EditorTools["moreReferences"];
  /** Editors in place of the built-in ones, such as one that uploads files. */
  editors?: FieldEditors | undefined;
  /** Base URL of the image server. Default: this site. */
  imageHost?: string | undefined;
  /** Renders rich text that is not editable; see `ItemView`. */
  richContent?: FieldValueProps["richContent"];
  /**
   * Saves the changes and navigates.
   *
   * @param readAt `_updatedDate` of the edited item, for conflict detection.
   * @throws the client's error.
   */
  save(changes: ItemChanges, readAt: Date | undefined): Promise<unknown>;
  /** Reloads the item after a conflict; `null` if it was deleted. */
  readAgain?: (() => Promise<ShownItem | null>) | undefined;
  cancelHref: string;
  /** Called when there are unsaved changes or none. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/** The other version of the item after a conflict, with the component that shows it. */
interface Conflict {
  theirs: CollectionEntry;
  Notice: (props: ConflictProps) => ReactNode;
}

interface ShownIssue extends ValueIssue {
  field: string;
}

/** A form for a new or existing item, generated from the collection's fields. */
export function ItemForm(props: ItemFormProps) {
  const { view, options = {}, references, save, readAgain, cancelHref, onDirty, messages, appearance } = props;
  const { searchReferences, moreReferences, editors, imageHost, richContent } = props;
  const item = props.item as CollectionEntry | undefined;
  const text = useTexts(english, messages);
  const { timeZone } = useSite();
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const isNew = item === undefined;
  const fields = view.fields.map((field): [ViewField, Control] => [field, controlOf(field, item?.[field.key], isNew)]);
  const typable = fields.flatMap(([field, control]) => (control === "fixed" ? [] : [{ field, control }]));
  const initial = (field: ViewField, control: Control) => toTyped(control, item?.[field.key], text.language, timeZone);

  const [summary, setSummary] = useState<readonly ShownIssue[]>([]);
  const [issues, setIssues] = useState<Readonly<Record<string, ShownIssue>>>({});
  const [failures, setFailures] = useState(0);
  const [failure, setFailure] = useState<ItemFailure | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  const isSlow = useLasting(isPending, 8000);
  const mustWait = useSecondsLeft(failure?.retryAt) > 0;
  useErrorTitle(summary.length > 0);
  useUnsavedWarning(isDirty);
  useEffect(() => {
    onDirty?.(isDirty);
    return () => onDirty?.(false);
  }, [isDirty, onDirty]);

  const fieldId = (key: string) => `${formId}-${key}`;
  const typedIn = (data: FormData, key: string) => String(data.get(key) ?? "");
  const read = (data: FormData, { field, control }: { field: ViewField; control: Control }) =>
    readTyped(
      control,
      // References that are not loaded count, too.
      moreReferences?.[field.key] ? { ...field, required: false, arraySizeRange: {} } : field,
      typedIn(data, field.key),
      timeZone,
      item?.[field.key],
      text.language,
    );

  function fail(found: readonly ShownIssue[]) {
    setSummary(found);
    setIssues(Object.fromEntries(found.map((issue) => [issue.field, issue])));
    setFailures((before) => before + 1);
  }

  async function send(readAt: Date | undefined) {
    if (!formRef.current || isPending || mustWait) return;
    const data = new FormData(formRef.current);
    const found: ShownIssue[] = [];
    const changes: ItemChanges = { set: {}, unset: [], references: {} };
    for (const one of typable) {
      const { key } = one.field;
      const result = read(data, one);
      const isTouched = typedIn(data, key).replace(/\r\n/g, "\n") !== initial(one.field, one.control);
      if ("issue" in result) {
        // Existing invalid values do not prevent saving.
        if (isNew || isTouched) found.push({ ...result.issue, field: key });
      } else if (isNew ? result.value !== undefined : isTouched) {
        if (one.control === "references") changes.references[key] = compareIds(item?.[key], result.value);
        else if (result.value === undefined) changes.unset.push(key);
        else changes.set[key] = result.value;
      }
    }
    setFailure(null);
    if (found.length > 0)
      return fail(await Promise.all(found.map((issue) => withLine(issue, typedIn(data, issue.field)))));
    fail([]);
    setIsPending(true);
    try {
      await save(changes, readAt);
      setIsDirty(false);
      setConflict(null);
    } catch (error) {
      await explain(error);
    } finally {
      setIsPending(false);
    }
  }

  async function explain(error: unknown) {
    // Only needed after a rejection by the server.
    const rules = await import("./rejected-fields.ts").catch(() => undefined);
    const refused = rules?.rejectedFields(error) ?? [];
    if (rules && refused.length > 0) {
      setConflict(null);
      return fail(
        refused.map(({ field, rule }) => {
          const fieldView = view.fields.find(({ key }) => key === field);
          return {
            field,
            ...(fieldView ? rules.toValueIssue(rule, fieldView) : ({ key: "data.check.unfit" } as const)),
          };
        }),
      );
    }
    if (!isConflict(error)) return setFailure(explainFailure(error));
    try {
      const theirs = ((await readAgain?.()) ?? null) as CollectionEntry | null;
      setConflict(theirs && { theirs, Notice: (await import("./conflict-notice.tsx")).ConflictNotice });
      if (!theirs) setFailure({ key: "data.reason.gone" });
    } catch (second) {
      setFailure(explainFailure(second));
    }
  }

  /** Updates a field's error: removed once the input is valid, added on blur. */
  function recheck({ target }: FormEvent, isLeft: boolean) {
    const { name } = target as HTMLInputElement;
    const one = typable.find(({ field }) => field.key === name);
    if (!formRef.current || !one) return;
    const data = new FormData(formRef.current);
    if (!isLeft) {
      setIsDirty(typable.some(({ field, control }) => typedIn(data, field.key) !== initial(field, control)));
    }
    if (!issues[name]) return;
    const result = read(data, one);
    const { [name]: _former, ...others } = issues;
    if (!("issue" in result)) {
      if (!isLeft) setIssues(others);
    } else if (isLeft) {
      const issue = { ...result.issue, field: name };
      void withLine(issue, typedIn(data, name)).then((whole) => setIssues({ ...others, [name]: whole }));
    }
  }

  const wordsOf = ({ key, n, field }: ShownIssue) =>
    text(key, {
      field: view.fields.find((one) => one.key === field)?.displayName ?? field,
      ...(n === undefined ? {} : { n }),
    });

  return (
    <div {...part("itemForm", "site-item-form", appearance)}>
      {summary.length > 0 && (
        <ErrorSummary
          heading={text("common.error.heading")}
          failures={failures}
          appearance={appearance}
          entries={summary.map((issue) => ({
            key: issue.field,
            fieldId: typable.some(({ field }) => field.key === issue.field) ? fieldId(issue.field) : undefined,
            text: wordsOf(issue),
          }))}
        />
      )}
      {failure && <FailureNotice {...{ failure, text, appearance }} />}
      {conflict && item && (
        <conflict.Notice
          {...{ view, item, references, imageHost, richContent, text, messages, appearance }}
          theirs={conflict.theirs}
          Value={FieldValue}
          onSaveMine={() => void send(conflict.theirs._updatedDate)}
        />
      )}
      <form
        ref={formRef}
        {...part("form", "site-form", appearance)}
        method="post"
        noValidate
        data-state={isPending ? "pending" : "idle"}
        onInput={(event) => recheck(event, false)}
        onBlur={(event) => recheck(event, true)}
        onSubmit={(event) => {
          event.preventDefault();
          void send(item?._updatedDate);
        }}
      >
        {fields.map(([field, control]) =>
          control === "fixed" ? (
            !isNew && (
              <div key={field.key} className="site-field">
                <p className="site-label">{field.displayName}</p>
                <p className="site-hint">{text("data.form.fixed")}</p>
                <div className="site-fixed">
                  <FieldValue
                    {...{ field, references, imageHost, richContent, text, messages }}
                    value={item[field.key]}
                  />
                </div>
              </div>
            )
          ) : (
            <FormField
              key={field.key}
              id={fieldId(field.key)}
              typed={initial(field, control)}
              error={issues[field.key] && wordsOf(issues[field.key]!)}
              options={field.reference && options[field.reference.collectionId]}
              tools={{ references, searchReferences, moreReferences, editors, imageHost, messages }}
              {...{ field, control, timeZone, text, appearance }}
            />
          ),
        )}
        <div className="site-submit-area">
          <SubmitButton
            label={
              isNew && view.singularName
                ? text("data.form.addNamed", { item: view.singularName })
                : text(isNew ? "data.form.add" : "data.form.save")
            }
            pendingLabel={text(isNew ? "data.form.adding" : "data.form.saving")}
            state={isPending ? "pending" : mustWait ? "waiting" : "idle"}
            appearance={appearance}
          />
          <LinkButton variant="quiet" href={cancelHref}>
            {text("data.form.cancel")}
          </LinkButton>
          <p {...part("progress", "site-progress", appearance)} role="status">
            {isSlow && text("common.status.slow")}
          </p>
        </div>
      </form>
    </div>
  );
}

/** Finds the line of a JSON error, with code loaded on demand. */
async function withLine(issue: ShownIssue, typed: string): Promise<ShownIssue> {
  if (issue.key !== "data.check.jsonLine") return issue;
  return import("./json-error-line.ts").then(
    ({ findJsonErrorLine }) => ({ ...issue, n: findJsonErrorLine(typed) }),
    () => ({ ...issue, key: "data.check.unfit" }),
  );
}

/** Only differences are sent, so that concurrent changes and hidden references stay. */
function compareIds(before: unknown, now: unknown): { added: string[]; removed: string[] } {
  const [former, wanted] = [referencedIds(before ?? []), referencedIds(now ?? [])];
  return {
    added: wanted.filter((id) => !former.includes(id)),
    removed: former.filter((id) => !wanted.includes(id)),
  };
}
