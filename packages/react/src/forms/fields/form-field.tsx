import { type ComponentType, type KeyboardEvent, lazy, Suspense } from "react";
import { SignedOut } from "../../auth/session/show.tsx";
import { RichContent } from "../../blog/rich-content/rich-content.tsx";
import { part } from "../../ui/appearance.ts";
import { LinkButton } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field.tsx";
import type { FieldKind } from "../definition/field-view.ts";
import { ChoiceControls } from "./choice-controls.tsx";
import { DateControls } from "./date-controls.tsx";
import { type ControlProps, type FieldProps, type GroupProps, partAttributes } from "./field-props.ts";
import { FileControls } from "./file-controls.tsx";
import { SignatureControls } from "./signature-controls.tsx";

/** Controls that few forms have. */
function loaded(load: () => Promise<{ default: ComponentType<GroupProps> }>): ComponentType<ControlProps> {
  const Controls = lazy(load);
  return (props) => (
    <Suspense>
      <Controls {...props} attributesOf={(part, isFirst) => partAttributes(props, part, isFirst)} />
    </Suspense>
  );
}

/** Fields with several controls. */
const groups: Partial<Record<FieldKind, ComponentType<ControlProps>>> = {
  rating: ChoiceControls,
  radio: ChoiceControls,
  checkboxes: ChoiceControls,
  date: DateControls,
  dateTime: DateControls,
  address: loaded(() => import("./address-controls.tsx")),
  file: FileControls,
  signature: SignatureControls,
  payment: loaded(() => import("./payment-controls.tsx")),
};

/** Kinds whose controls cannot be read-only, only disabled. */
const choiceKinds = new Set<FieldKind>(["rating", "radio", "select", "checkboxes", "checkbox"]);

/** Attributes of native inputs. */
const inputs: Partial<Record<FieldKind, object>> = {
  line: { type: "text", dir: "auto" },
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  url: { type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
  number: { type: "text", inputMode: "decimal" },
  time: { type: "time" },
};

/** A field of a form: label, description, hint, error and controls, in this order. */
export function FormField(props: FieldProps) {
  const { id, field, error, label, text, appearance, isRequiredByBrowser } = props;
  const { kind, target } = field;
  if (kind === "content") return <RichContent content={field.content} headingOffset={2} appearance={appearance} />;
  if (kind === "signIn") {
    return (
      props.signInHref && (
        <SignedOut>
          <div {...part("signInBar", "site-form-sign-in", appearance)}>
            <p>{text("forms.field.signIn")}</p>
            <LinkButton href={props.signInHref}>{text("common.action.signIn")}</LinkButton>
          </div>
        </SignedOut>
      )
    );
  }
  if (field.isHidden && !field.isOmitted)
    return <input type="hidden" name={target} value={props.initial(target)[0] ?? ""} />;
  if (kind === "unavailable") {
    return (
      <p {...part("unavailable", "site-hint", appearance)} id={id} tabIndex={-1}>
        {text("forms.field.unavailable", { label: field.label })}
      </p>
    );
  }

  const hint = hintOf(props);
  const describedBy =
    [field.description && `${id}-description`, hint && `${id}-hint`, error && `${id}-error`]
      .filter(Boolean)
      .join(" ") || undefined;
  const help = (
    <>
      {field.description && (
        <div {...part("description", "site-hint", appearance)} id={`${id}-description`}>
          <RichContent content={field.description} headingOffset={3} />
        </div>
      )}
      {hint && (
        <p {...part("hint", "site-hint", appearance)} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <FieldError id={`${id}-error`} appearance={appearance} prefix={text("common.error.label")} text={error.text} />
      )}
    </>
  );
  const frame = {
    "data-field": target,
    "data-kind": kind,
    "data-state": error && "invalid",
  };
  // Disabled controls are not submitted.
  const fixed =
    field.isReadOnly &&
    choiceKinds.has(kind) &&
    props.initial(target).map((value) => <input key={value} type="hidden" name={target} value={value} />);
  const labelClass = field.isLabelShown ? "site-label" : "site-label site-hidden";
  const Group = groups[kind];
  if (Group) {
    return (
      <fieldset {...part("field", "site-field site-form-group", appearance)} {...frame} aria-describedby={describedBy}>
        <legend {...part("label", labelClass, appearance)}>{label}</legend>
        {help}
        {fixed}
        <Group {...props} describedBy={describedBy} />
      </fieldset>
    );
  }
  const attributes = {
    id,
    name: target,
    required: isRequiredByBrowser || undefined,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy,
  };
  const [initial = ""] = props.initial(target);
  if (kind === "checkbox") {
    return (
      <div {...part("field", "site-checkbox site-form-tick", appearance)} {...frame}>
        <input type="checkbox" {...attributes} defaultChecked={initial === "on"} disabled={field.isReadOnly} />
        <label {...part("label", "", appearance)} htmlFor={id}>
          {field.richLabel ? <RichContent content={field.richLabel} /> : label}
        </label>
        {help}
        {fixed}
      </div>
    );
  }
  return (
    <div {...part("field", "site-field", appearance)} {...frame}>
      <label {...part("label", labelClass, appearance)} htmlFor={id}>
        {label}
      </label>
      {help}
      {fixed}
      {kind === "select" ? (
        <select
          {...attributes}
          {...part("select", "site-input", appearance)}
          defaultValue={initial}
          disabled={field.isReadOnly}
        >
          <option value="">{text("forms.field.choose")}</option>
          {field.choices.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      ) : kind === "text" ? (
        <textarea
          {...attributes}
          {...part("input", "site-input site-textarea", appearance)}
          defaultValue={initial}
          placeholder={field.placeholder}
          readOnly={field.isReadOnly}
          dir="auto"
          rows={5}
          onKeyDown={submitOnEnter}
        />
      ) : (
        <input
          autoComplete={field.autoComplete ?? "on"}
          {...inputs[kind]}
          {...attributes}
          {...part("input", "site-input", appearance)}
          defaultValue={initial}
          placeholder={field.placeholder}
          readOnly={field.isReadOnly}
        />
      )}
    </div>
  );
}

function hintOf({ field, text }: FieldProps): string | undefined {
  if (field.kind === "phone" && !field.defaultCountry) return text("forms.field.phoneHint");
  return undefined;
}

/** Enter inserts a line break; Ctrl or Cmd with Enter submits. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}
