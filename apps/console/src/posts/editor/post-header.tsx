import type { DraftPost } from "@porchlight/client/blog";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useConsole } from "../../context.ts";
import { type EditorAction, EditorHeader, PublishChangesButton } from "../../editor/editor-header.tsx";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import { useBulkChange } from "../list/use-bulk-change.ts";
import type { RunPostAction } from "./publish-dialog.tsx";

/** Props of {@link PostHeader}. */
export interface PostHeaderProps {
  /** The post as it was saved last; absent before the first save. */
  post: DraftPost | undefined;
  id: string | undefined;
  mayPublish: boolean;
  /** Whether the text on the screen is saved. */
  isSaved: boolean;
  /** Saves what is not saved yet. Resolves to whether everything is saved. */
  save(): Promise<boolean>;
  onPublish(): void;
  run: RunPostAction;
  /** Status of the post, and whether it is saved. */
  children: ReactNode;
}

/** The bar above a post: back, state, preview, publishing, and a menu with the other actions. */
export function PostHeader(props: PostHeaderProps) {
  const { post, id, mayPublish, isSaved, save, onPublish, run, children } = props;
  const { draftPosts } = useConsole().clients.site;
  const navigate = useNavigate();
  const bulk = useBulkChange();
  const revert = useMutation({
    mutationFn: () => {
      const action = post?.status === "SCHEDULED" ? "UPDATE_CANCEL_SCHEDULE" : "UPDATE_REVERT_TO_DRAFT";
      return run((revision) => draftPosts.updateDraftPost(id ?? "", revision, { action }));
    },
    onError: (error) => showToast(errorText(error)),
  });
  const open = async (page: string) => {
    if (await save()) await navigate(`/posts/${id}/${page}`);
  };
  const status = post?.status ?? "UNPUBLISHED";
  const isLocked = !mayPublish && status !== "UNPUBLISHED";
  const actions: EditorAction[] = [
    { id: "history", label: text("History"), run: () => void open("history") },
    ...(mayPublish && status === "PUBLISHED"
      ? [{ id: "unpublish", label: text("Unpublish"), run: () => revert.mutate() }]
      : []),
    ...(mayPublish && status === "SCHEDULED"
      ? [{ id: "unschedule", label: text("Unschedule"), run: () => revert.mutate() }]
      : []),
    ...(isLocked
      ? []
      : [
          {
            id: "duplicate",
            label: text("Duplicate"),
            run: () => void save().then((isSaved) => isSaved && bulk.mutate({ action: "duplicate", ids: [id!] })),
          },
          {
            id: "trash",
            label: text("Move to trash"),
            run: () => {
              bulk.mutate({ action: "trash", ids: [id!] });
              void navigate("/posts");
            },
          },
        ]),
  ];
  const publishButton =
    mayPublish && status === "PUBLISHED" ? (
      <PublishChangesButton isUpToDate={isSaved && post?.hasUnpublishedChanges === false} onPress={onPublish} />
    ) : (
      <Button kind="primary" onPress={onPublish}>
        {!mayPublish ? text("Submit for review") : status === "SCHEDULED" ? text("Reschedule") : text("Publish")}
      </Button>
    );
  return (
    <EditorHeader
      back={{ to: "/posts", name: text("All posts") }}
      onPreview={id ? () => void open("preview") : undefined}
      publishButton={!isLocked && publishButton}
      actions={id ? actions : []}
    >
      {children}
    </EditorHeader>
  );
}
