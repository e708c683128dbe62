import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { errorText, fieldErrorOf } from "../../ui/errors/error-text.ts";
import { Select, TextArea, TextField } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { CoverField } from "../editor/cover-field.tsx";

/** The name and slug of a category or tag. */
export interface TermValues {
  label: string;
  /** Empty: derived from the name. */
  slug: string;
}

interface DoneProps {
  onClose(): void;
  onDone(): void;
}

/** Props of {@link TermDialog}. */
export interface TermDialogProps extends DoneProps {
  title: string;
  initial: TermValues;
  maxLength: number;
  save(values: TermValues): Promise<unknown>;
  /** Further fields. */
  children?: ReactNode;
}

/** Creates or changes a category or tag. */
export function TermDialog({ title, initial, maxLength, save, children, onClose, onDone }: TermDialogProps) {
  const [values, setValues] = useState(initial);
  const [isEmpty, setIsEmpty] = useState(false);
  const saving = useMutation({
    mutationFn: () => save({ label: values.label.trim(), slug: values.slug.trim() }),
    onSuccess: onDone,
  });
  const labelError = isEmpty ? text("Enter a name") : fieldErrorOf(saving.error, "label");
  const slugError = fieldErrorOf(saving.error, "slug");
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const lacksName = values.label.trim() === "";
          setIsEmpty(lacksName);
          if (!lacksName) saving.mutate();
        }}
      >
        <TextField
          label={text("Name")}
          value={values.label}
          onChange={(label) => setValues((before) => ({ ...before, label }))}
          maxLength={maxLength}
          error={labelError}
          autoComplete="off"
          autoFocus
        />
        <TextField
          label={text("URL")}
          hint={text("The last part of the address. Leave empty to derive it from the name.")}
          value={values.slug}
          onChange={(slug) => setValues((before) => ({ ...before, slug }))}
          maxLength={100}
          error={slugError}
          autoComplete="off"
        />
        {children}
        {saving.isError && !labelError && !slugError && <ErrorMessage error={errorText(saving.error)} />}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={saving.isPending}>
            {text("Save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the page of a category or tag shows. */
export interface TermPage {
  description: string | null;
  /** `wix:image://…` */
  coverImage: string | null;
}

/** The page of a category or tag; an empty one for a new term. */
export const termPageOf = (
  term: { description?: string | null | undefined; coverImage?: string | undefined } | undefined,
): TermPage => ({ description: term?.description ?? null, coverImage: term?.coverImage ?? null });

/** The fields of the page of a category or tag. */
export function TermPageFields({ value, onChange }: { value: TermPage; onChange(value: TermPage): void }) {
  const { description, coverImage } = value;
  return (
    <>
      <TextArea
        label={text("Description")}
        value={description ?? ""}
        onChange={(changed) => onChange({ ...value, description: changed || null })}
        maxLength={500}
      />
      <CoverField
        value={coverImage ? { wixMedia: { image: coverImage } } : null}
        onChange={(changed) => onChange({ ...value, coverImage: changed?.wixMedia?.image ?? null })}
      />
    </>
  );
}

/** Props of {@link MergeTermDialog}. */
export interface MergeTermDialogProps extends DoneProps {
  label: string;
  others: readonly { id: string; label: string }[];
  merge(target: string): Promise<unknown>;
}

/** Moves all posts of a category or tag to another one, and deletes it. */
export function MergeTermDialog({ label, others, merge, onClose, onDone }: MergeTermDialogProps) {
  const [target, setTarget] = useState("");
  const merging = useMutation({ mutationFn: () => merge(target), onSuccess: onDone });
  return (
    <Dialog title={text("Merge “{name}” into another", { name: label })} isOpen onClose={onClose}>
      <p>{text("Its posts move to the other one, and its page redirects there. This cannot be undone.")}</p>
      <Select
        label={text("Merge into")}
        value={target}
        options={[{ id: "", label: text("Choose") }, ...others]}
        onChange={setTarget}
      />
      {merging.isError && <ErrorMessage error={merging.error} />}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button kind="danger" isDisabled={target === ""} isPending={merging.isPending} onPress={() => merging.mutate()}>
          {text("Merge")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Props of {@link DeleteTermDialog}. */
export interface DeleteTermDialogProps extends DoneProps {
  label: string;
  /** How many posts have it. */
  count: number;
  remove(): Promise<unknown>;
}

/** Deletes a category or tag. */
export function DeleteTermDialog({ label, count, remove, onClose, onDone }: DeleteTermDialogProps) {
  const removing = useMutation({ mutationFn: remove, onSuccess: onDone });
  return (
    <Dialog title={text("Delete “{name}”", { name: label })} isOpen onClose={onClose}>
      <p>
        {text(
          "{n, plural, =0 {No post uses it.} one {It is removed from one post.} other {It is removed from # posts.}}",
          { n: count },
        )}{" "}
        {text("This cannot be undone.")}
      </p>
      {removing.isError && <ErrorMessage error={removing.error} />}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button kind="danger" isPending={removing.isPending} onPress={() => removing.mutate()}>
          {text("Delete")}
        </Button>
      </div>
    </Dialog>
  );
}
