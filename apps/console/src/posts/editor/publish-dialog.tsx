import type { DraftPost, DraftPostInput } from "@porchlight/client/blog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Toggle } from "../../ui/choices.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { newsletterKey, usePostNewsletter } from "./newsletter-section.tsx";

/** The version of a post that an action is for. */
export type DraftRevision = Pick<DraftPostInput, "revision">;
/**
 * Runs an action on the version of the post that is on the screen. If someone else has saved another version since, the
 * page shows both.
 */
export type RunPostAction = (
  call: (revision: DraftRevision) => Promise<{ draftPost: DraftPost }>,
) => Promise<DraftPost>;

/** Props of {@link PublishDialog}. */
export interface PublishDialogProps {
  id: string;
  /** Whether the post is published, or submitted for review. */
  mayPublish: boolean;
  /** Things to improve before publishing. They do not prevent it. */
  warnings: readonly string[];
  run: RunPostAction;
  onDone(draft: DraftPost): void;
  onClose(): void;
}

const radio =
  "flex cursor-pointer items-center gap-2 rounded-md border border-line px-3 py-2 before:size-4 before:rounded-full before:border before:border-line-strong data-[selected]:border-accent data-[selected]:before:border-[5px] data-[selected]:before:border-accent";

/** Publishes a post now, or at a time in the site's time zone; for authors, submits it for review. */
export function PublishDialog({ id, mayPublish, warnings, run, onDone, onClose }: PublishDialogProps) {
  const { clients, settings } = useConsole();
  const { draftPosts, newsletterPosts } = clients.site;
  const newsletter = usePostNewsletter(id, mayPublish);
  const canSend = newsletter.data?.canSend === true;
  const [chosenSend, setSend] = useState<boolean>();
  const isSent = chosenSend ?? newsletter.data?.canSend ?? false;
  const queries = useQueryClient();
  const [when, setWhen] = useState("now");
  const [time, setTime] = useState("");
  const publish = useMutation({
    mutationFn: () =>
      run(async (revision) => {
        if (canSend) await newsletterPosts.planPostNewsletter(id, isSent);
        return draftPosts.updateDraftPost(
          id,
          revision,
          when === "later"
            ? { action: "UPDATE_SCHEDULE", scheduledPublishDate: time }
            : { action: "UPDATE_PUBLISH", fieldsets: ["URL"] },
        );
      }),
    onSuccess(draft) {
      void queries.invalidateQueries({ queryKey: newsletterKey(id) });
      onDone(draft);
    },
  });
  const label = !mayPublish ? text("Submit for review") : when === "later" ? text("Schedule") : text("Publish");
  return (
    <Dialog
      title={mayPublish ? text("Publish this post") : text("Submit this post for review")}
      isOpen
      onClose={onClose}
    >
      {warnings.length > 0 && (
        <div className="rounded-md bg-warning-soft p-3">
          <p className="font-medium">{text("Check before publishing")}</p>
          <ul className="list-disc ps-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {mayPublish ? (
        <RadioGroup aria-label={text("Publication time")} value={when} onChange={setWhen} className="grid gap-2">
          <Radio value="now" className={radio}>
            {text("Now")}
          </Radio>
          <Radio value="later" className={radio}>
            {text("At a later time")}
          </Radio>
        </RadioGroup>
      ) : (
        <p>{text("An editor publishes it, or sends it back with a note. Until then it cannot be edited.")}</p>
      )}
      {when === "later" && (
        <TextField
          label={text("Date and time")}
          type="datetime-local"
          value={time}
          onChange={setTime}
          hint={text("In the time zone of the site, {timeZone}.", { timeZone: settings.timeZone })}
        />
      )}
      {canSend && (
        <Toggle isOn={isSent} onChange={setSend}>
          {text("{n, plural, one {Send by email to # subscriber} other {Send by email to # subscribers}}", {
            n: newsletter.data?.waiting ?? 0,
          })}
        </Toggle>
      )}
      {publish.isError && <ErrorMessage error={publish.error} />}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button
          kind="primary"
          isPending={publish.isPending}
          isDisabled={newsletter.isLoading || (when === "later" && time === "")}
          onPress={() => publish.mutate()}
        >
          {label}
        </Button>
      </div>
    </Dialog>
  );
}
