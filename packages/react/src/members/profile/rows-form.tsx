import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { AccountErrorNotice } from "../../auth/form/account-error-notice.tsx";
import { toAccountError } from "../../auth/form/account-errors.ts";
import { asRecord } from "../../auth/form/auth-errors.ts";
import { type AuthTexts, SubmitArea } from "../../auth/form/auth-screen.tsx";
import type { AuthError } from "../../auth/form/form-error.ts";
import { useSubmission } from "../../auth/form/use-submission.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/feedback/error-summary.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { SectionForm } from "../section-form.tsx";

/** The values of one row. */
export type Row = Readonly<Record<string, string>>;

export interface RowField {
  name: string;
  label: string;
  /** Options of a select; a text input without them. */
  options?: readonly { value: string; label: string }[] | undefined;
  hint?: string | undefined;
  isOptional?: boolean;
  autoComplete?: string | undefined;
  inputMode?: "tel" | "decimal" | "numeric" | "url" | undefined;
  /** Validates the value; returns an error text. */
  check?(value: string, row: Row): string | undefined;
  /** Error text for a rejection by the server. */
  refused?: string | undefined;
}

interface RowsFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  rows: readonly Row[];
  /** A new row; without it rows cannot be added or removed. */
  empty?: Row | undefined;
  addLabel?: string | undefined;
  nameOf(row: Row, index: number): string;
  fieldsOf(row: Row, index: number): readonly RowField[];
  /** Updates other rows after a change. */
  updateRows?(rows: readonly Row[], changed: number): readonly Row[];
  /** Maps the last part of the server's field name to a field. */
  fieldOf?(part: string): string;
  save(rows: readonly Row[]): Promise<unknown>;
  onDirty(isDirty: boolean): void;
  onDone(isSaved: boolean): void;
}

interface KeyedRow {
  key: number;
  row: Row;
}
interface Problems {
  /** By row key and field name. */
  at: Readonly<Record<string, string>>;
  failures: number;
}

/** A form of several rows with the same fields, such as phone numbers. */
export function RowsForm(props: RowsFormProps) {
  const { text, appearance, empty, addLabel, nameOf, fieldsOf, updateRows, save, onDirty, onDone } = props;
  const { fieldOf = (part: string) => part } = props;
  const id = useId();
  const fieldId = (key: number, name: string) => `${id}-${key}-${name}`;
  const frame = useRef<HTMLFormElement>(null);
  const nextKey = useRef(props.rows.length);
  const [initial] = useState(() => JSON.stringify(props.rows));
  const [rows, setRows] = useState<readonly KeyedRow[]>(() => {
    const first = props.rows.length === 0 && empty ? [empty] : props.rows;
    return first.map((row, key) => ({ key, row }));
  });
  const [problems, setProblems] = useState<Problems>({ at: {}, failures: 0 });
  const sending = useSubmission<readonly Row[]>(explainRows, (_context, changed) => save(changed));
  const [seenError, setSeenError] = useState(sending.error);
  if (seenError !== sending.error) {
    setSeenError(sending.error);
    const at = refusedFields(sending.error, rows);
    if (Object.keys(at).length > 0) setProblems(({ failures }) => ({ at, failures: failures + 1 }));
  }
  /** Where to move focus after a row was added or removed. */
  const [focus, setFocus] = useState<{ key: number } | "add">();
  useEffect(() => {
    if (focus === undefined) return;
    const selector = focus === "add" ? '[data-part="add"]' : `[data-row="${focus.key}"] :is(input, select)`;
    frame.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [focus]);

  const isDirty = JSON.stringify(rows.map(({ row }) => row)) !== initial && !(initial === "[]" && isEmpty(rows, empty));

  function refusedFields(error: AuthError | null, sent: readonly KeyedRow[]): Record<string, string> {
    const at: Record<string, string> = {};
    for (const { row: index, part } of (error as RowsFailure | null)?.refused ?? []) {
      const { key, row } = sent[index] ?? {};
      const field = row && fieldsOf(row, index).find(({ name }) => name === fieldOf(part));
      if (field?.refused && key !== undefined) at[fieldId(key, field.name)] = field.refused;
    }
    return at;
  }
  function change(index: number, name: string, value: string) {
    const changed = rows.map((each, place) =>
      place === index ? { ...each, row: { ...each.row, [name]: value } } : each,
    );
    const settled = updateRows?.(
      changed.map(({ row }) => row),
      index,
    );
    setRows(settled ? changed.map((each, place) => ({ ...each, row: settled[place] ?? each.row })) : changed);
    const at = fieldId(changed[index]?.key ?? 0, name);
    if (!problems.at[at]) return;
    const row = changed[index]?.row ?? {};
    const isRight = !fieldsOf(row, index)
      .find((field) => field.name === name)
      ?.check?.(value, row);
    if (isRight) setProblems(({ at: { [at]: _, ...others }, failures }) => ({ at: others, failures }));
  }
  function send(event: FormEvent) {
    event.preventDefault();
    if (sending.isPending || (sending.error?.retryAt ?? 0) > Date.now()) return;
    const at: Record<string, string> = {};
    for (const [index, { key, row }] of rows.entries()) {
      for (const field of fieldsOf(row, index)) {
        const wrong = field.check?.(row[field.name] ?? "", row);
        if (wrong) at[fieldId(key, field.name)] ??= wrong;
      }
    }
    const isWrong = Object.keys(at).length > 0;
    setProblems(({ failures }) => ({ at, failures: isWrong ? failures + 1 : failures }));
    if (isWrong) return;
    void sending.submit(rows.map(({ row }) => row)).then((isSaved) => isSaved && onDone(true));
  }
  const entries = Object.entries(problems.at);
  const failure = sending.error && entries.length === 0 ? sending.error : undefined;
  return (
    <SectionForm
      {...{ text, appearance, isDirty, onDirty }}
      isPending={sending.isPending}
      onGiveUp={() => onDone(false)}
    >
      {(giveUp) => (
        <form ref={frame} {...part("form", "site-form", appearance)} method="post" noValidate onSubmit={send}>
          {failure && (
            <AccountErrorNotice
              {...{ text, failure, appearance }}
              sentence={(reason) => text("account.save.failed", { reason })}
            />
          )}
          {entries.length > 0 && (
            <ErrorSummary
              heading={text("common.error.heading")}
              failures={problems.failures}
              appearance={appearance}
              entries={entries.map(([at, words]) => ({ key: at, fieldId: at, text: words }))}
            />
          )}
          {rows.map(({ key, row }, index) => (
            <fieldset key={key} className="site-rows" data-row={key}>
              {/* A single field is its own label. */}
              <legend className={fieldsOf(row, index).length > 1 ? "site-part-title" : "site-hidden"}>
                {nameOf(row, index)}
              </legend>
              {fieldsOf(row, index).map(({ name, label, options, check: _, refused: __, ...field }) => {
                const shared = {
                  id: fieldId(key, name),
                  name: `${name}-${key}`,
                  label,
                  value: row[name] ?? "",
                  error: problems.at[fieldId(key, name)],
                  appearance,
                  autoComplete: field.autoComplete,
                };
                const onChange = ({ target }: { target: { value: string } }) => change(index, name, target.value);
                return options ? (
                  <SelectField key={name} {...shared} options={options} onChange={onChange} />
                ) : (
                  <TextField key={name} {...shared} {...field} onChange={onChange} />
                );
              })}
              {empty && (
                <Button
                  data-part="remove"
                  variant="quiet"
                  onClick={() => {
                    setRows(rows.filter((each) => each.key !== key));
                    setProblems(({ failures }) => ({ at: {}, failures }));
                    setFocus("add");
                  }}
                >
                  {text.rich("profile.details.remove", {
                    name: nameOf(row, index),
                    hidden: (inside) => (
                      <span key="hidden" className="site-hidden">
                        {inside}
                      </span>
                    ),
                  })}
                </Button>
              )}
            </fieldset>
          ))}
          {empty && (
            <Button
              data-part="add"
              onClick={() => {
                const key = nextKey.current + 1;
                nextKey.current = key;
                setRows([...rows, { key, row: empty }]);
                setFocus({ key });
              }}
            >
              {addLabel}
            </Button>
          )}
          <SubmitArea
            text={text}
            label={text("account.action.save")}
            pendingLabel={text("account.action.saving")}
            attempt={{ ...sending, state: "INITIAL" }}
            isLeaving={false}
            appearance={appearance}
          />
          <Button data-part="cancel" aria-disabled={sending.isPending || undefined} onClick={giveUp}>
            {text("account.action.cancel")}
          </Button>
        </form>
      )}
    </SectionForm>
  );
}

const isEmpty = (rows: readonly KeyedRow[], empty: Row | undefined) =>
  rows.every(({ row }) => JSON.stringify(row) === JSON.stringify(empty));

interface RowsFailure extends AuthError {
  /** Fields rejected by the server: row number and last part of the field name. */
  refused: readonly { row: number; part: string }[];
}

function explainRows(error: unknown, now: number): RowsFailure {
  const violations = asRecord(asRecord(asRecord(error).details).validationError).fieldViolations;
  const refused = (Array.isArray(violations) ? violations : []).flatMap((violation) => {
    const found = /\.(\d+)\..*?(\w+)$/.exec(String(asRecord(violation).field));
    return found ? [{ row: Number(found[1]), part: found[2] ?? "" }] : [];
  });
  return { ...toAccountError(error, now), refused };
}
