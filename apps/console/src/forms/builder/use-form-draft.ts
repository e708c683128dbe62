import type { Form, FormDraft, FormInput } from "@porchlight/client/forms";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useConsole, useStaffAccount } from "../../context.ts";
import { draftStorage, readStoredChanges } from "../../editor/draft-changes.ts";
import type { SavedDraft, SaveOptions, SaveState } from "../../editor/draft-saver.ts";
import { useDraftSaver } from "../../editor/use-draft-saver.ts";
import { type BuilderState, toBuilderState, toFormInput } from "./builder-state.ts";

interface FormChanges {
  form: FormInput;
  richContent?: never;
}

/** The definition of a form while it is edited, and its draft on the server. */
export interface FormDraftState {
  state: BuilderState;
  change(update: (state: BuilderState) => BuilderState): void;
  saving: SaveState;
  /** Whether there are changes that are not published. */
  isChanged: boolean;
  /** Saves now. Resolves to whether everything is saved. */
  flush(): Promise<boolean>;
  /** Saves the changes over the draft that someone else has saved. */
  overwrite(): Promise<void>;
  /** Publishes the changes. @throws the client's error. */
  publish(options?: { overwrite?: boolean }): Promise<Form>;
  /** Discards the draft, also on the server if `isShared`. The builder has to load the form again. */
  discard(options: { isShared: boolean }): Promise<void>;
}

/** Edits a form. Changes are saved as a draft shortly after the last one. */
export function useFormDraft(form: Form, stored: FormDraft | undefined): FormDraftState {
  const { forms } = useConsole().clients.site;
  const { _id: accountId } = useStaffAccount();
  const queries = useQueryClient();
  const { _id: id } = form;
  const [unsaved] = useState(() => readUnsaved(accountId, id));
  const [state, setState] = useState(() => toBuilderState(unsaved?.form ?? stored?.form ?? form));
  const [hasDraft, setHasDraft] = useState(stored !== undefined);
  const current = useRef(state);
  const revision = useRef(stored?.revision);
  async function save(changes: { form: FormInput; revision?: string }, options: SaveOptions) {
    const { draft } = await forms.saveDraft(id, { ...changes, ...options });
    return { _id: id, revision: draft.revision };
  }
  const { saver, state: saving } = useDraftSaver<SavedDraft, FormChanges>({
    kind: "form",
    draft: { _id: id, revision: revision.current },
    create: save,
    update: (_, changes, key) => save(changes, key),
    onSaved(draft) {
      revision.current = draft.revision ?? undefined;
      setHasDraft(true);
      void refreshLists();
    },
  });
  const refreshLists = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [area, part] }) => area === "forms" && part !== "builder" });

  function show(next: BuilderState): void {
    current.current = next;
    setState(next);
  }

  return {
    state,
    change(update) {
      show(update(current.current));
      saver.change({ form: toFormInput(current.current) });
    },
    saving,
    isChanged: hasDraft || saving.status !== "saved",
    flush: saver.flush,
    async overwrite() {
      const { draft: theirs } = await forms.getDraft(id);
      await saver.overwrite(theirs?.revision);
    },
    async publish(options = {}) {
      if (!(await saver.flush())) throw saver.getState().error;
      const sent = current.current;
      const { form: published } = await forms.publishDraft(id, { revision: revision.current ?? "0", ...options });
      saver.clearRevision();
      revision.current = undefined;
      setHasDraft(false);
      // What was typed in the meantime is the next draft.
      if (current.current === sent) show(toBuilderState(published));
      await refreshLists();
      return published;
    },
    async discard({ isShared }) {
      if (isShared) {
        await saver.flush();
        await forms.discardDraft(id);
      }
      saver.discard();
      await refreshLists();
    },
  };
}

/** Changes that could not be saved when the page was closed. */
function readUnsaved(accountId: string, id: string): FormChanges | undefined {
  const changes = readStoredChanges<FormChanges>(draftStorage(accountId), { kind: "form", id });
  if (!changes?.form) return undefined;
  const { limitationRule, ...form } = changes.form;
  const { dateTimeOpening: opening, dateTimeDeadline: deadline } = limitationRule ?? {};
  const limits = limitationRule && {
    ...limitationRule,
    ...(opening && { dateTimeOpening: new Date(opening) }),
    ...(deadline && { dateTimeDeadline: new Date(deadline) }),
  };
  return { form: { ...form, ...(limits && { limitationRule: limits }) } };
}
