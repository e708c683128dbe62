import { isPorchlightError } from "@porchlight/client";
import type { SiteText, SiteTextList } from "@porchlight/client/site";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { TextArea } from "../../ui/fields.tsx";
import { showToast } from "../../ui/toast.tsx";

/** A text that is being edited. */
export interface TextDraft {
  words: string;
  /** The custom text when the change started; `null` for the built-in one. */
  basedOn: string | null;
}

/** Props of {@link TextRow}. */
export interface TextRowProps {
  siteText: SiteText;
  language: SiteTextList["language"];
  /** What was entered, while the text is edited. */
  draft: TextDraft | undefined;
  onDraft(draft: TextDraft | undefined): void;
}

/** A text of the site, and a form to replace it. */
export function TextRow({ siteText, language, draft, onDraft }: TextRowProps) {
  const { key, builtIn, custom } = siteText;
  const { siteTexts } = useConsole().clients.site;
  const cache = useQueryClient();
  const row = useRef<HTMLLIElement>(null);
  const isEditing = draft !== undefined;
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    row.current?.querySelector<HTMLElement>(isEditing ? "textarea" : "button")?.focus();
  }, [isEditing]);
  const save = useMutation({
    mutationFn: (words: string | undefined) =>
      words === undefined
        ? siteTexts.resetSiteText({ language, key })
        : siteTexts.updateSiteText({ language, key }, words, draft?.basedOn),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ["site-texts"] });
      onDraft(undefined);
    },
    onError: async (error) => {
      if (!isConflict(error) || !draft) return;
      // What was entered stays; the next attempt is based on the text of the other person.
      const { texts } = await siteTexts.listSiteTexts(language);
      await cache.invalidateQueries({ queryKey: ["site-texts"] });
      const now = texts.find((one) => one.key === key);
      if (now) onDraft({ ...draft, basedOn: now.custom });
    },
  });
  const reset = () =>
    save.mutate(undefined, {
      onSuccess: () => showToast(text("Built-in text restored"), { undo: () => save.mutate(custom ?? builtIn) }),
    });
  const edit = () => onDraft({ words: custom ?? builtIn, basedOn: custom });
  const placeholders = placeholdersOf(builtIn);
  return (
    <li ref={row} className="grid gap-3 border-line py-4 not-first:border-t">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap items-center gap-2 break-words">
            <span className="min-w-0">{custom ?? builtIn}</span>
            {custom !== null && <Badge tone="success">{text("Changed")}</Badge>}
          </p>
          {custom !== null && <p className="text-muted">{text("Built-in text: {text}", { text: builtIn })}</p>}
          <code className="text-xs break-all text-muted">{key}</code>
        </div>
        {!isEditing && (
          <div className="flex flex-wrap justify-end gap-1">
            <Button kind="quiet" aria-label={text("Edit {key}", { key })} onPress={edit}>
              {text("Edit")}
            </Button>
            {custom !== null && (
              <Button kind="quiet" aria-label={text("Reset {key}", { key })} isPending={save.isPending} onPress={reset}>
                {text("Reset")}
              </Button>
            )}
          </div>
        )}
      </div>
      {isEditing && (
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(draft.words);
          }}
        >
          <TextArea
            label={text("Text for {key}", { key })}
            hint={
              placeholders.length > 0
                ? text("Use these placeholders, as in the built-in text: {names}", { names: placeholders.join(" ") })
                : undefined
            }
            error={save.isError ? problemOf(save.error, draft.words, placeholders) : undefined}
            value={draft.words}
            onChange={(entered) => {
              save.reset();
              onDraft({ ...draft, words: entered.replace(/\s*\n\s*/g, " ") });
            }}
            onKeyDown={(event) => {
              if (event.key === "Escape") onDraft(undefined);
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" isPending={save.isPending}>
              {save.isPending ? text("Saving…") : text("Save")}
            </Button>
            <Button onPress={() => onDraft(undefined)}>{text("Cancel")}</Button>
          </div>
        </form>
      )}
      {!isEditing && save.isError && <p className="text-danger">{errorText(save.error)}</p>}
    </li>
  );
}

const isConflict = (error: unknown) => isPorchlightError(error) && error.code === "SITE_SETTINGS_CHANGED";

/** `{name}` and `<name>` of a message. */
const placeholdersOf = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(/\{\s*(\w+)\s*[,}]|<([a-zA-Z]\w*)>/g)].map(([, argument, tag]) =>
      argument === undefined ? `<${tag}>…</${tag}>` : `{${argument}}`,
    ),
  ),
];

/** What is wrong with a text that the server has rejected. */
function problemOf(error: unknown, entered: string, placeholders: readonly string[]): string {
  if (isConflict(error))
    return text("Someone else has changed this text in the meantime, as shown above. Save again to replace it.");
  if (!isPorchlightError(error) || error.kind !== "invalid") return errorText(error);
  if (entered.trim() === "" || entered.length > 1000) return text("Enter 1 to 1,000 characters.");
  return placeholders.length === 0
    ? text("This text has no placeholders: remove the braces and tags.")
    : text("Use each of these placeholders, and no others: {names}", { names: placeholders.join(" ") });
}
