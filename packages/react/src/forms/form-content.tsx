import type { Form } from "@porchlight/client/forms";
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { Captcha } from "../auth/captcha/captcha.tsx";
import { FailureNotice } from "../data/failure-notice.tsx";
import { explainFailure } from "../data/item-failures.ts";
import { part } from "../ui/appearance.ts";
import { Button, SubmitButton } from "../ui/button.tsx";
import { useLasting, useSecondsLeft } from "../ui/delay.ts";
import { ErrorSummary, useErrorTitle } from "../ui/feedback/error-summary.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { toFormView } from "./definition/form-view.ts";
import { type FormIssue, ownControls } from "./definition/read-values.ts";
import type { FormTexts } from "./fields/field-props.ts";
import { FormField } from "./fields/form-field.tsx";
import { useFormsClient } from "./form-client.ts";
import { controlIdOf, describeIssue, labelOf } from "./form-labels.ts";
import type { FormProps } from "./form-props.ts";
import { toFormIssues } from "./rejected-values.ts";
import type { FormState } from "./use-form.ts";
import { useFormInput } from "./use-form-input.ts";

interface FormContentProps extends Omit<FormProps, "form" | "headingLevel"> {
  definition: Form;
  state: FormState;
  headingLevel: 2 | 3 | 4;
  text: FormTexts;
}

/** The steps of a form. Its controls are native; their values are read when they change. */
export function FormContent(props: FormContentProps) {
  const { definition, state, outcome, headingLevel, text, messages, appearance } = props;
  const { formId, attemptKey, action, signInHref } = props;
  const { submissions } = useFormsClient();
  const view = useMemo(() => toFormView(definition), [definition]);
  const id = useId();
  const hasScripts = useHydrated();
  const input = useFormInput(definition, view, text, outcome);
  const { reading, position, steps, announcement } = input;
  const [summary, setSummary] = useState<readonly FormIssue[]>(outcome?.issues ?? []);
  const [issues, setIssues] = useState(() => byTarget(outcome?.issues ?? []));
  const [failures, setFailures] = useState(outcome?.issues?.length ? 1 : 0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    if (turned > 0) heading.current?.focus();
  }, [turned]);
  const { isSubmitting, submitError, rejected } = state;
  const failure = useMemo(
    () => (submitError === undefined ? outcome?.failure : explainFailure(submitError)),
    [submitError, outcome],
  );
  const mustWait = useSecondsLeft(failure?.retryAt) > 0;
  const isSlow = useLasting(isSubmitting, 8000);
  useErrorTitle(summary.length > 0);

  function fail(found: readonly FormIssue[]) {
    setSummary(found);
    setIssues(byTarget(found));
    setFailures((before) => before + 1);
    const first = steps.findIndex(({ fields }) => fields.some(({ target }) => target === found[0]?.target));
    if (first >= 0) input.goTo(first);
  }
  // The page validates the same rules, so the owner has probably changed the form since it was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per rejection
  useEffect(() => {
    if (rejected.length > 0) void state.refresh();
  }, [rejected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per rejection and definition
  useEffect(() => {
    const found = toFormIssues(rejected, view.fields);
    if (found.length > 0) fail(found);
  }, [rejected, view]);

  function turn(to: number) {
    setSummary([]);
    setIssues({});
    input.goTo(to);
    setTurned((before) => before + 1);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting || mustWait) return;
    const isLast = position === steps.length - 1;
    const targets = isLast ? undefined : new Set(steps[position]!.fields.map(({ target }) => target));
    const { values, issues: found } = input.read(targets);
    if (found.length > 0) return fail(found);
    if (!isLast) return turn(position + 1);
    setSummary([]);
    setIssues({});
    await state.submit(values, { honeypot: input.honeypot() });
  }

  /** Updates a field's error: removed once the value is valid, replaced on blur. */
  function recheck({ target }: FormEvent, isLeft: boolean) {
    const found = isLeft ? input.read() : input.update();
    const name = (target as HTMLElement).closest<HTMLElement>("[data-field]")?.dataset.field;
    if (!name || !issues[name]) return;
    const issue = found.issues.find((one) => one.target === name);
    if (issue && !isLeft) return;
    const { [name]: _former, ...others } = issues;
    setIssues(issue ? { ...others, [name]: issue } : others);
  }

  const effective = new Map(reading.fields.map((field) => [field.id, field]));
  const current = steps[position];
  const hasFiles = view.fields.some(({ kind }) => kind === "file");
  const Heading = `h${headingLevel}` as const;
  const renderField = (fieldId: string): ReactNode => {
    const field = effective.get(fieldId);
    if (!field) return null;
    const issue = issues[field.target];
    const controlId = `${id}-${field.id}`;
    const isConditional = view.conditional.has(fieldId);
    const shown = (
      <FormField
        key={fieldId}
        id={controlId}
        field={field}
        initial={input.initial(field)}
        error={issue && { text: describeIssue(issue, reading.fields, text), part: issue.part }}
        label={labelOf(field, definition, text)}
        isRequiredByBrowser={!hasScripts && field.isRequired && !isConditional}
        upload={(file, signal) => submissions.uploadFile(formId, file, { signal })}
        currency={definition.currency}
        {...{ signInHref, text, appearance }}
      />
    );
    // Browsers without scripts show all fields, because nothing would show one later.
    return isConditional ? (
      <div key={fieldId} className="site-form-conditional" data-omitted={field.isOmitted || undefined}>
        {shown}
      </div>
    ) : (
      shown
    );
  };

  return (
    <>
      {summary.length > 0 && (
        <ErrorSummary
          heading={text("common.error.heading")}
          failures={failures}
          appearance={appearance}
          entries={summary.map((issue, index) => ({
            key: `${issue.target}-${index}`,
            fieldId: controlIdOf(id, issue, reading.fields, text.language),
            text: describeIssue(issue, reading.fields, text),
          }))}
        />
      )}
      {failure && <FailureNotice {...{ failure, text, appearance }} />}
      {outcome?.needsScripts && !hasScripts && (
        <Notice kind="warning" appearance={appearance}>
          {text("forms.form.scripts")}
        </Notice>
      )}
      <form
        ref={input.formRef}
        key={input.version}
        {...part("formElement", "site-form", appearance)}
        method="post"
        action={action}
        encType={hasFiles ? "multipart/form-data" : undefined}
        noValidate={hasScripts}
        data-state={isSubmitting ? "pending" : "idle"}
        onInput={(event) => recheck(event, false)}
        onBlur={(event) => recheck(event, true)}
        onSubmit={(event) => void submit(event)}
      >
        {steps.map((step, index) => (
          <section
            key={step.id}
            {...part("step", "site-form-step", appearance)}
            data-later={index !== position || undefined}
            aria-labelledby={steps.length > 1 ? `${id}-step-${index}` : undefined}
          >
            {steps.length > 1 && (
              <Heading
                id={`${id}-step-${index}`}
                className="site-form-heading"
                tabIndex={-1}
                ref={index === position ? heading : undefined}
              >
                <span className="site-form-position">
                  {text("forms.step.position", { n: index + 1, of: steps.length })}
                </span>{" "}
                {step.name}
              </Heading>
            )}
            {step.fields.map((field) => renderField(field.id))}
          </section>
        ))}
        <div className="site-hidden" aria-hidden="true">
          <label htmlFor={`${id}-own`}>{text("forms.form.honeypot")}</label>
          <input id={`${id}-own`} name={ownControls.honeypot} type="text" tabIndex={-1} autoComplete="off" />
        </div>
        {attemptKey && <input type="hidden" name={ownControls.attempt} value={attemptKey} />}
        <Captcha captcha={state.captcha} {...{ messages, appearance }} />
        <div className="site-submit-area site-form-buttons">
          {position < steps.length - 1 && (
            <Button type="submit" variant="primary" className="site-form-next" data-part="next">
              {current?.nextText ?? text("forms.step.next")}
            </Button>
          )}
          <div className="site-form-send" data-later={position < steps.length - 1 || undefined}>
            <SubmitButton
              label={current?.submitText ?? text("forms.step.send")}
              pendingLabel={text("forms.step.sending")}
              state={isSubmitting ? "pending" : mustWait ? "waiting" : "idle"}
              appearance={appearance}
            />
          </div>
          {position > 0 && (
            <Button variant="quiet" className="site-form-back" data-part="back" onClick={() => turn(position - 1)}>
              {current?.backText ?? text("forms.step.back")}
            </Button>
          )}
          <p {...part("progress", "site-progress", appearance)} role="status">
            {isSlow && text("common.status.slow")}
          </p>
        </div>
      </form>
      <p className={input.isChanged ? "site-hint" : "site-hidden"} role="status" data-part="rules">
        {announcement}
      </p>
    </>
  );
}

const byTarget = (issues: readonly FormIssue[]): Readonly<Record<string, FormIssue | undefined>> =>
  // One error per field, the first.
  Object.fromEntries(issues.toReversed().map((issue) => [issue.target, issue]));
