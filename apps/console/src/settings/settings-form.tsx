import type { SiteSetting, SiteSettings } from "@porchlight/client/site";
import { useReauthentication } from "@porchlight/react";
import { useMutation } from "@tanstack/react-query";
import { createContext, type FormEvent, type ReactNode, use, useCallback, useEffect, useId, useState } from "react";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { UnsavedGuard } from "../ui/dialog.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { SettingControl } from "./setting-control.tsx";
import type { SettingField } from "./setting-field.ts";
import { findSetting, SettingsConflict, type SettingValues, useSettings } from "./use-settings.ts";

interface FormsValue {
  settings: SiteSettings;
  save(values: SettingValues, basedOn: SettingValues): Promise<SiteSettings>;
  uploadLogo: ReturnType<typeof useSettings>["uploadLogo"];
  setDirty(block: string, isDirty: boolean): void;
}
const FormsContext = createContext<FormsValue | undefined>(undefined);

/** Loads the settings for the blocks of a page, and asks before unsaved changes are left. */
export function SettingsForms({ children }: { children: ReactNode }) {
  const { query, save, uploadLogo } = useSettings();
  const reauthentication = useReauthentication();
  const [dirty, setDirtyBlocks] = useState<readonly string[]>([]);
  const setDirty = useCallback(
    (block: string, isDirty: boolean) =>
      setDirtyBlocks((blocks) => {
        if (blocks.includes(block) === isDirty) return blocks;
        return isDirty ? [...blocks, block] : blocks.filter((one) => one !== block);
      }),
    [],
  );
  if (query.isError && !query.data)
    return (
      <div className="grid gap-3">
        <ErrorMessage error={query.error} />
        <Button onPress={() => void query.refetch()}>{text("Try again")}</Button>
      </div>
    );
  if (!query.data) return <p className="text-muted">{text("Loading…")}</p>;
  return (
    <FormsContext
      value={{
        settings: query.data,
        save: (values, basedOn) => reauthentication.run(() => save(values, basedOn)),
        uploadLogo: (name, file) => reauthentication.run(() => uploadLogo(name, file)),
        setDirty,
      }}
    >
      {children}
      <UnsavedGuard isDirty={dirty.length > 0} />
      <ConfirmIdentity reauthentication={reauthentication} />
    </FormsContext>
  );
}

/** Props of {@link SettingsForm}. */
export interface SettingsFormProps {
  title: string;
  /** What these settings do, in one sentence. */
  description: ReactNode;
  fields: readonly SettingField[];
  /** Shown below the fields, such as a preview of the values. */
  children?: (readValue: (name: string) => SiteSetting["value"]) => ReactNode;
}

/** A block of settings that are saved together. Requires {@link SettingsForms} above. */
export function SettingsForm({ title, description, fields, children }: SettingsFormProps) {
  const { settings, save, uploadLogo, setDirty } = use(FormsContext)!;
  const block = useId();
  const [drafts, setDrafts] = useState<SettingValues>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** What each changed setting was when its change started. */
  const [basedOn, setBasedOn] = useState<SettingValues>({});
  const saving = useMutation({
    mutationFn: () => save(drafts, basedOn),
    onSuccess: () => setDrafts({}),
    // After a conflict, the other person's values are shown and may be replaced.
    onSettled: () => setBasedOn({}),
  });
  const isDirty = Object.keys(drafts).length > 0;
  useEffect(() => {
    setDirty(block, isDirty);
    return () => setDirty(block, false);
  }, [block, isDirty, setDirty]);

  const readValue = (name: string) => (name in drafts ? drafts[name]! : findSetting(settings, name).value);
  const shown = fields.filter(({ isShown }) => isShown?.(readValue) ?? true);

  function change(setting: SiteSetting, value: SiteSetting["value"]): void {
    const { [setting.name]: _former, ...others } = drafts;
    // A removed secret has the same value as a stored one.
    const isSame = setting.kind !== "secret" && JSON.stringify(value) === JSON.stringify(setting.value);
    setDrafts(isSame ? others : { ...others, [setting.name]: value });
    if (!(setting.name in drafts)) setBasedOn({ ...basedOn, [setting.name]: setting.value });
    const { [setting.name]: _problem, ...otherProblems } = problems;
    setProblems(otherProblems);
    saving.reset();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = Object.fromEntries(
      Object.entries(drafts).flatMap(([name, value]) => {
        const problem = findProblem(findSetting(settings, name), value);
        return problem ? [[name, problem]] : [];
      }),
    );
    setProblems(found);
    if (isDirty && Object.keys(found).length === 0) saving.mutate();
  }

  const errorOf = ({ name, invalid }: SettingField) => {
    const rejected = fieldErrorOf(saving.error, name);
    return problems[name] ?? (rejected === undefined ? undefined : (invalid ?? rejected));
  };
  const hasFieldError = shown.some((field) => errorOf(field) !== undefined);
  return (
    <Section title={title}>
      <form onSubmit={submit} noValidate className="grid max-w-2xl gap-5">
        <p className="text-muted">{description}</p>
        {shown.map((field) => {
          const setting = findSetting(settings, field.name);
          return (
            <div key={field.name} id={`setting-${field.name}`}>
              <SettingControl
                field={field}
                setting={setting}
                value={readValue(field.name)}
                isChanged={field.name in drafts}
                error={errorOf(field)}
                onChange={(value) => change(setting, value)}
                onUpload={uploadLogo}
              />
            </div>
          );
        })}
        {children?.(readValue)}
        {saving.error instanceof SettingsConflict ? (
          <div role="alert" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
            <p>
              {text(
                "Someone else has changed these settings in the meantime. Save again to replace their values with yours, or discard your changes.",
              )}
            </p>
            <ul className="grid list-disc gap-1 ps-5">
              {shown
                .filter(({ name }) => name in drafts)
                .map(({ name, label }) => (
                  <li key={name} className="break-words">
                    {text("Their value for {name}: {value}", {
                      name: label,
                      value: display(findSetting(settings, name).value),
                    })}
                  </li>
                ))}
            </ul>
          </div>
        ) : (
          saving.isError && !hasFieldError && <ErrorMessage error={saving.error} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="primary" type="submit" isDisabled={!isDirty} isPending={saving.isPending}>
            {saving.isPending ? text("Saving…") : text("Save")}
          </Button>
          {isDirty && !saving.isPending && (
            <Button
              kind="quiet"
              onPress={() => {
                setDrafts({});
                setBasedOn({});
                setProblems({});
                saving.reset();
              }}
            >
              {text("Discard changes")}
            </Button>
          )}
          <span role="status" className="text-muted">
            {saving.isSuccess && !isDirty ? text("Saved") : ""}
          </span>
        </div>
      </form>
    </Section>
  );
}

const display = (value: SiteSetting["value"]): string =>
  value === null || value === "" ? "–" : Array.isArray(value) ? value.join(", ") : String(value);

function findProblem({ kind, minimum = 0, maximum = 0 }: SiteSetting, value: SiteSetting["value"]): string | undefined {
  if (kind === "number" && !(Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum))
    return text("Enter a number from {minimum} to {maximum}.", { minimum, maximum });
  if (kind === "choices" && Array.isArray(value) && value.length === 0) return text("Choose at least one.");
  return undefined;
}
