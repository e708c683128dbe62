import { isPorchlightError } from "@porchlight/client";
import { useState } from "react";
import { useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { discardStoredDraft, draftStorage, moveStoredDraft, readStoredChanges } from "./draft-changes.ts";

/** Props of {@link StoredChangesNotice}. */
export interface StoredChangesNoticeProps {
  kind: "post" | "page";
  id: string;
  /** Why the post or page cannot be opened. */
  error: unknown;
  /** Opens a new post or page, which has the changes. */
  onCreate(): void;
}

/** Offers changes that were not saved before their post or page was deleted. */
export function StoredChangesNotice({ kind, id, error, onCreate }: StoredChangesNoticeProps) {
  const { _id: accountId } = useStaffAccount();
  const storage = draftStorage(accountId);
  const [hasChanges, setHasChanges] = useState(() => readStoredChanges(storage, { kind, id }) !== undefined);
  if (!hasChanges || !isPorchlightError(error) || error.kind !== "notFound") return null;
  return (
    <div role="status" className="grid justify-items-start gap-3 rounded-md bg-warning-soft p-3">
      <p>
        {kind === "post"
          ? text(
              "This browser contains unsaved changes to this post. If the post is in the trash, restore it to continue. Otherwise, create a new post with your changes.",
            )
          : text("This browser contains unsaved changes to this page. Create a new page with them.")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          onPress={() => {
            moveStoredDraft(storage, { kind, id }, { kind, id: undefined });
            onCreate();
          }}
        >
          {kind === "post" ? text("Create a post with my changes") : text("Create a page with my changes")}
        </Button>
        <Button
          onPress={() => {
            discardStoredDraft(storage, { kind, id });
            setHasChanges(false);
          }}
        >
          {text("Discard my changes")}
        </Button>
      </div>
    </div>
  );
}
