import type { DraftPost, DraftPostInput } from "@porchlight/client/blog";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useConsole, useStaffAccount } from "../../context.ts";
import { type DraftChanges, draftStorage, readStoredChanges } from "../../editor/draft-changes.ts";
import { findWarnings } from "../../editor/find-warnings.ts";
import { ConflictDialog, SaveStateText } from "../../editor/save-state.tsx";
import { focusTitle, TextEditor } from "../../editor/text-editor.tsx";
import { useDraftSaver } from "../../editor/use-draft-saver.ts";
import { language as consoleLanguage, richText, text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { PostStatus } from "../list/post-status.tsx";
import { OtherVersion } from "./other-version.tsx";
import { PostHeader } from "./post-header.tsx";
import { PostPanel, type PostProperties } from "./post-panel.tsx";
import { type DraftRevision, PublishDialog } from "./publish-dialog.tsx";
import { ReviewNotice } from "./review-dialog.tsx";
import { useOtherEditor } from "./use-other-editor.ts";

type Content = NonNullable<DraftPost["richContent"]>;
type PostChanges = DraftChanges<DraftPostInput>;
const emptyContent: Content = { nodes: [] };

/** Props of {@link PostEditor}. */
export interface PostEditorProps {
  /** Absent: a new post. */
  draft: DraftPost | undefined;
  onCreated(id: string): void;
  /** Called after each save. */
  onChanged(): void;
  /** Loads the saved post again. */
  onReload(): void;
}

/** The title, text and settings of a post, which are saved while they are edited. */
export function PostEditor({ draft, onCreated, onChanged, onReload }: PostEditorProps) {
  const { clients, settings } = useConsole();
  const { draftPosts } = clients.site;
  const { filters, clearFilters } = useFilters(["beside"]);
  const { _id: accountId, role } = useStaffAccount();
  const mayPublish = role !== "author";
  const navigate = useNavigate();
  const [stored] = useState(() =>
    readStoredChanges<PostChanges>(draftStorage(accountId), { kind: "post", id: draft?._id }),
  );
  const [title, setTitle] = useState(stored?.title ?? draft?.title ?? "");
  const [properties, setProperties] = useState<PostProperties>({ ...draft, ...stored });
  const [saved, setSaved] = useState(draft);
  const { saver, state } = useDraftSaver<DraftPost, PostChanges>({
    kind: "post",
    draft,
    create: async (changes, key) =>
      (await draftPosts.createDraftPost({ title: text("Untitled post"), ...changes }, key)).draftPost,
    update: async (id, changes, key) => (await draftPosts.updateDraftPost(id, changes, key)).draftPost,
    onSaved(changed) {
      setSaved((before) => ({ ...before, ...changed }));
      onChanged();
    },
    onCreated(created) {
      onCreated(created);
      void navigate(`/posts/${created}`, { replace: true });
    },
  });
  const [publishing, setPublishing] = useState<readonly string[]>();
  const content = useRef<() => Content>(() => stored?.richContent?.() ?? draft?.richContent ?? emptyContent);
  const [initialContent] = useState(() => content.current());

  const { id } = state;
  const isLocked = !mayPublish && saved !== undefined && saved.status !== "UNPUBLISHED";
  const { other, takeOver } = useOtherEditor(isLocked ? undefined : id);

  async function startPublishing(): Promise<void> {
    if (title.trim() === "") {
      focusTitle();
      return;
    }
    if (!saver.getState().id) saver.change({ title });
    if (await saver.flush()) setPublishing(findWarnings(content.current().nodes));
  }

  /** Runs an action on the version that is on the screen, and shows the result. */
  async function run(call: (revision: DraftRevision) => Promise<{ draftPost: DraftPost }>): Promise<DraftPost> {
    try {
      const changed = await saver.run(
        async (revision) => (await call(revision === undefined ? {} : { revision })).draftPost,
      );
      setSaved((before) => ({ ...before, ...changed }));
      onChanged();
      return changed;
    } catch (error) {
      if (saver.getState().status === "conflict") setPublishing(undefined);
      throw error;
    }
  }

  /** Says what has happened, with a button that makes the post what it was. */
  function announce(published: DraftPost): void {
    const title = {
      PUBLISHED: text("Published"),
      SCHEDULED: text("Scheduled"),
      IN_REVIEW: text("Submitted for review"),
    }[published.status as string];
    if (!title) return;
    const { _id, revision } = published;
    // The changes of a public post stay on the screen. The author of a post in review gets an email.
    const canUndo = saved?.status !== "PUBLISHED" && !(mayPublish && saved?.status === "IN_REVIEW");
    const withdraw = () => draftPosts.updateDraftPost(_id, { revision }, { action: "UPDATE_REVERT_TO_DRAFT" });
    const undo = () =>
      run(() => (mayPublish ? draftPosts.undoPostChange(_id, revision) : withdraw())).catch((error: unknown) =>
        showToast(errorText(error)),
      );
    showToast(title, canUndo ? { undo: () => void undo() } : {});
  }

  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 p-4 sm:p-8">
      <PostHeader
        post={saved}
        id={id}
        mayPublish={mayPublish}
        isSaved={state.status === "saved"}
        save={() => saver.flush()}
        onPublish={() => void startPublishing()}
        run={run}
      >
        {/* The publish button says whether there are unpublished changes. */}
        {saved && <PostStatus post={{ ...saved, hasUnpublishedChanges: false }} />}
        <SaveStateText state={state} newText={text("New post")} onRetry={() => void saver.flush()} />
      </PostHeader>
      {other && (
        <div role="status" className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warning-soft p-3">
          <p>
            {richText("{name} has been editing this post since {time}.", {
              name: <bdi>{other.name || text("Someone else")}</bdi>,
              time: clockTime(other.since, settings.timeZone),
            })}
          </p>
          <Button onPress={takeOver}>{text("Take over")}</Button>
        </div>
      )}
      {saved && <ReviewNotice post={saved} mayPublish={mayPublish} run={run} />}
      <div
        className={`grid grid-cols-1 gap-8 ${filters.beside ? "lg:grid-cols-2 lg:[&>:last-child]:col-start-2" : "lg:grid-cols-[minmax(0,1fr)_18rem]"}`}
      >
        {filters.beside && <OtherVersion id={filters.beside} onClose={clearFilters} />}
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <h1 className="sr-only">{title || text("New post")}</h1>
          <TextEditor
            title={title}
            onTitle={(value) => {
              setTitle(value);
              saver.change({ title: value });
            }}
            content={initialContent}
            onContent={(getContent) => {
              content.current = getContent;
              saver.change({ richContent: getContent });
            }}
            label={text("Post body")}
            language={properties.language ?? saved?.language ?? settings.siteLanguage}
            isReadOnly={isLocked}
          />
        </div>
        {!isLocked && (
          <PostPanel
            properties={properties}
            title={title}
            post={saved}
            mayPublish={mayPublish}
            save={() => saver.flush()}
            onChange={(changes) => {
              setProperties((before) => ({ ...before, ...changes }));
              saver.change(changes);
            }}
            run={run}
          />
        )}
      </div>
      {publishing && id && (
        <PublishDialog
          id={id}
          mayPublish={mayPublish}
          warnings={publishing}
          onClose={() => setPublishing(undefined)}
          run={run}
          onDone={(published) => {
            setPublishing(undefined);
            announce(published);
          }}
        />
      )}
      {state.status === "conflict" && id && (
        <ConflictDialog
          title={text("Someone else saved this post")}
          explanation={text("Saving your version replaces theirs, which stays in the history.")}
          scope={["post", id]}
          load={async (signal) =>
            (await draftPosts.getDraftPost(id, { fieldsets: ["RICH_CONTENT"] }, { signal })).draftPost
          }
          mine={{ title, excerpt: properties.excerpt, richContent: content.current() }}
          onReload={() => {
            saver.discard();
            onReload();
          }}
          onOverwrite={async () => {
            const { draftPost } = await draftPosts.getDraftPost(id);
            await saver.overwrite(draftPost.revision, { title, richContent: content.current });
          }}
        />
      )}
    </div>
  );
}

const clockTime = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat(consoleLanguage, { timeStyle: "short", timeZone }).format(time);
