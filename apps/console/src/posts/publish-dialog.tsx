import type { DraftPost } from "@porchlight/client/blog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useConsole } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Problem } from "../ui/section.tsx";

/** Props of {@link PublishDialog}. */
export interface PublishDialogProps {
  id: string;
  /** Things to improve before publishing. They do not prevent it. */
  warnings: readonly string[];
  onDone(draft: DraftPost): void;
  onClose(): void;
}

/** Publishes a post now, or at a time in the site's time zone. */
export function PublishDialog({ id, warnings, onDone, onClose }: PublishDialogProps) {
  const { clients, settings } = useConsole();
  const { draftPosts } = clients.site;
  const [when, setWhen] = useState("now");
  const [time, setTime] = useState("");
  const publish = useMutation({
    async mutationFn(): Promise<DraftPost> {
      if (when === "later") {
        const options = { action: "UPDATE_SCHEDULE" as const, scheduledPublishDate: time };
        return (await draftPosts.updateDraftPost(id, {}, options)).draftPost;
      }
      await draftPosts.publishDraftPost(id);
      return (await draftPosts.getDraftPost(id, { fieldsets: ["URL"] })).draftPost;
    },
    onSuccess: onDone,
  });
  const radio =
    "flex cursor-pointer items-center gap-2 rounded-md border border-line px-3 py-2 before:size-4 before:rounded-full before:border before:border-line-strong data-[selected]:border-accent data-[selected]:before:border-[5px] data-[selected]:before:border-accent";
  return (
    <Dialog title="Publish this post" isOpen onClose={onClose}>
      {warnings.length > 0 && (
        <div className="rounded-md bg-warning-soft p-3">
          <p className="font-medium">Worth checking first</p>
          <ul className="list-disc ps-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <RadioGroup aria-label="Time" value={when} onChange={setWhen} className="grid gap-2">
        <Radio value="now" className={radio}>
          Now
        </Radio>
        <Radio value="later" className={radio}>
          At a later time
        </Radio>
      </RadioGroup>
      {when === "later" && (
        <TextField
          label="Date and time"
          type="datetime-local"
          value={time}
          onChange={setTime}
          hint={`In the time zone of the site, ${settings.timeZone}.`}
        />
      )}
      {publish.isError && <Problem error={publish.error} />}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          isPending={publish.isPending}
          isDisabled={when === "later" && time === ""}
          onPress={() => publish.mutate()}
        >
          {when === "later" ? "Schedule" : "Publish"}
        </Button>
      </div>
    </Dialog>
  );
}
