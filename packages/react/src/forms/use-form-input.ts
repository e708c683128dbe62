import type { Form } from "@porchlight/client/forms";
import { useEffect, useMemo, useRef, useState } from "react";
import { guessCountry } from "../auth/phone/phone-number.ts";
import type { FieldView } from "./definition/field-view.ts";
import type { EffectiveField, FormView } from "./definition/form-view.ts";
import { type FormReading, ownControls, readForm } from "./definition/read-values.ts";
import type { FormTexts } from "./fields/field-props.ts";
import { clearProgress, loadProgress, saveProgress } from "./form-progress.ts";
import type { FormOutcome } from "./submit-form-data.ts";

type Entries = ReadonlyMap<string, readonly string[]>;

const toEntries = (pairs: readonly (readonly [string, string])[]): Entries => {
  const entries = new Map<string, string[]>();
  for (const [name, value] of pairs) entries.set(name, [...(entries.get(name) ?? []), value]);
  return entries;
};

/** The controls of a form before anything is typed, or as they were stored. */
function initialData({ fields }: FormView, entries: Entries | undefined): FormData {
  const data = new FormData();
  if (entries) for (const [name, values] of entries) for (const value of values) data.append(name, value);
  else for (const { target, initial } of fields) for (const value of initial) data.append(target, value);
  return data;
}

/** Two-letter code of the person's country, for phone numbers. */
const countryOf = (language: string): string =>
  guessCountry(typeof navigator === "undefined" ? [language] : [...navigator.languages, language]);

/**
 * The controls of a form: what they contain, the effects of the rules, the step, and the progress, which is stored with
 * every change.
 */
export function useFormInput(definition: Form, view: FormView, text: FormTexts, outcome: FormOutcome | undefined) {
  const { _id: formId, revision } = definition;
  const formRef = useRef<HTMLFormElement>(null);
  const options = { language: text.language, country: countryOf(text.language) };
  /** Changes when the controls get other initial values, and are rendered again. */
  const [start, setStart] = useState(() => ({
    version: 0,
    entries: outcome?.entries && toEntries(outcome.entries),
  }));
  const [reading, setReading] = useState<FormReading>(() => readForm(view, initialData(view, start.entries), options));
  const [announcement, setAnnouncement] = useState("");
  const [firstView] = useState(view);
  const [step, setStep] = useState(0);

  // Steps whose fields are all hidden are skipped.
  const steps = useMemo(() => {
    const visible = new Set(reading.fields.flatMap(({ id, isHidden }) => (isHidden ? [] : id)));
    const shown = view.steps.filter(({ fields }) => fields.some(({ id }) => visible.has(id)));
    return shown.length > 0 ? shown : view.steps.slice(0, 1);
  }, [view, reading.fields]);
  const position = Math.min(step, steps.length - 1);

  const dataOf = () => new FormData(formRef.current ?? undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after hydration, and when the definition has changed
  useEffect(() => {
    const stored = outcome || view !== firstView ? undefined : loadProgress(formId, revision);
    if (stored) {
      const entries = toEntries(stored.entries);
      setStart({ version: 1, entries });
      setReading(readForm(view, initialData(view, entries), options));
      setStep(stored.step);
      return;
    }
    // Before hydration, the browser or the person may have filled in controls.
    const next = readForm(view, dataOf(), options);
    if (view !== firstView) setAnnouncement(describeChange(reading, next, text));
    setReading(next);
  }, [view]);
  const save = (data: FormData, at: number) => {
    const own: readonly string[] = Object.values(ownControls);
    const entries = [...data].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && value !== "" && !own.includes(name) && !name.endsWith(".pending")
        ? [[name, value]]
        : [],
    );
    if (entries.length > 0) saveProgress(formId, revision, { step: at, entries });
    else clearProgress(formId);
  };

  return {
    formRef,
    version: start.version,
    reading,
    steps,
    position,
    /** What rules or a new definition have changed. */
    announcement,
    /** Whether the definition has changed since the form was rendered. */
    isChanged: view !== firstView,
    /** Initial values of a field's controls. */
    initial: (field: FieldView) => (name: string) =>
      start.entries ? (start.entries.get(name) ?? []) : name === field.target ? field.initial : [],
    /** Reads the controls. `targets`: what to validate. */
    read: (targets?: ReadonlySet<string>) => readForm(view, dataOf(), options, targets),
    /** Reads the controls after a change, applies the rules, and stores the progress. */
    update(): FormReading {
      const data = dataOf();
      const next = readForm(view, data, options);
      const change = describeChange(reading, next, text);
      if (change) setAnnouncement(change);
      setReading(next);
      save(data, position);
      return next;
    },
    goTo(to: number) {
      setStep(to);
      save(dataOf(), to);
    },
    /** What a program may have typed into the invisible control. */
    honeypot: () => String(dataOf().get(ownControls.honeypot) ?? ""),
  };
}

/** What the rules or a new definition have changed, in words. */
function describeChange({ fields: before }: FormReading, { fields: after }: FormReading, text: FormTexts): string {
  const visible = (fields: readonly EffectiveField[], id: string) =>
    fields.find((one) => one.id === id && !one.isHidden);
  const namesOf = (fields: readonly EffectiveField[], isChanged: (field: EffectiveField) => unknown) =>
    new Intl.ListFormat(text.language).format(
      fields.filter((field) => field.target && !field.isHidden && isChanged(field)).map(({ label }) => label),
    );
  const parts = [
    ["forms.rules.shown", namesOf(after, ({ id }) => !visible(before, id))],
    ["forms.rules.hidden", namesOf(before, ({ id }) => !visible(after, id))],
    ["forms.rules.required", namesOf(after, (one) => one.isRequired && visible(before, one.id)?.isRequired === false)],
    ["forms.rules.optional", namesOf(after, (one) => !one.isRequired && visible(before, one.id)?.isRequired)],
  ] as const;
  return parts
    .filter(([, fields]) => fields !== "")
    .map(([key, fields]) => text(key, { fields }))
    .join(" ");
}
