import "@porchlight/editor/styles.css";
import type { DraftPost, DraftPostInput } from "@porchlight/client/blog";
import { RichContentEditor, type UploadFile } from "@porchlight/editor";
import { ArrowLeft } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { useBlocker, useNavigate } from "react-router";
import { useConsole } from "../context.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { type DraftSaver, readStoredChanges } from "./draft-saver.ts";
import { findWarnings } from "./find-warnings.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import { type PostFacts, PostPanel } from "./post-panel.tsx";
import { PostStatus } from "./post-status.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { ConflictDialog, SaveStateText } from "./save-state.tsx";
import { useDraftSaver } from "./use-draft-saver.ts";

type Content = NonNullable<DraftPost["richContent"]>;
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
  const { clients } = useConsole();
  const navigate = useNavigate();
  const { saver, state } = useDraftSaver(draft);
  const [stored] = useState(() => readStoredChanges(window.localStorage, draft?._id));
  const [title, setTitle] = useState(stored?.changes.title ?? draft?.title ?? "");
  const [facts, setFacts] = useState<PostFacts>({ ...draft, ...stored?.changes });
  const [saved, setSaved] = useState(draft);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [publishing, setPublishing] = useState<readonly string[]>();
  const content = useRef<() => Content>(() => stored?.changes.richContent ?? draft?.richContent ?? emptyContent);
  const [initialContent] = useState(() => content.current());
  useRestoredChanges(saver, stored?.changes);

  const { id, savedAt } = state;
  useEffect(() => {
    if (!savedAt) return;
    onChanged();
    if (!draft && id) {
      onCreated(id);
      void navigate(`/posts/${id}`, { replace: true });
    }
  }, [savedAt, id, draft, navigate, onCreated, onChanged]);
  useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname !== nextLocation.pathname) void saver.flush();
    return false;
  });

  const uploadFile: UploadFile = useCallback(
    async (file, { signal }) => {
      const { file: uploaded } = await clients.site.files.uploadFile(file, { signal });
      const { width, height } = uploaded;
      return { url: uploaded.url, id: uploaded._id, width: width ?? undefined, height: height ?? undefined };
    },
    [clients],
  );

  async function startPublishing(): Promise<void> {
    if (title.trim() === "") {
      document.getElementById("post-title")?.focus();
      return;
    }
    if (!saver.getState().id) saver.change({ title });
    if (await saver.flush()) setPublishing(findWarnings(content.current().nodes));
  }

  const isConflict = state.status === "conflict";
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 p-4 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton to="/posts">
            <ArrowLeft aria-hidden size={16} />
            All posts
          </LinkButton>
          {saved && <PostStatus post={saved} />}
          <SaveStateText state={state} onRetry={() => void saver.flush()} />
        </div>
        <div className="flex gap-2">
          {id && (
            <Button kind="quiet" onPress={() => void saver.flush().then(setIsHistoryOpen)}>
              History
            </Button>
          )}
          <Button kind="primary" onPress={() => void startPublishing()}>
            {saved?.status === "PUBLISHED" ? "Publish changes" : "Publish"}
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <h1 className="sr-only">{title || "New post"}</h1>
          <TextField
            value={title}
            onChange={(value) => {
              setTitle(value);
              saver.change({ title: value });
            }}
          >
            <Label className="sr-only">Title</Label>
            <TextArea
              id="post-title"
              placeholder="Title"
              rows={1}
              className="field-sizing-content w-full resize-none border-0 bg-transparent py-2 text-3xl leading-10 font-semibold outline-none placeholder:text-muted"
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                document.querySelector<HTMLElement>('[aria-label="Post body"]')?.focus();
              }}
            />
          </TextField>
          <RichContentEditor
            content={initialContent}
            label="Post body"
            placeholder="Start writing, or press / for blocks"
            uploadFile={uploadFile}
            onChange={(getContent) => {
              content.current = getContent;
              saver.change({ richContent: getContent });
            }}
          />
        </div>
        <PostPanel
          facts={facts}
          onChange={(changes) => {
            setFacts((before) => ({ ...before, ...changes }));
            saver.change(changes);
          }}
        />
      </div>
      {publishing && id && (
        <PublishDialog
          id={id}
          warnings={publishing}
          onClose={() => setPublishing(undefined)}
          onDone={(published) => {
            saver.adopt(published.revision);
            setSaved(published);
            setPublishing(undefined);
            onChanged();
          }}
        />
      )}
      {isHistoryOpen && id && (
        <HistoryDialog
          id={id}
          onClose={() => setIsHistoryOpen(false)}
          onRestored={() => {
            saver.discard();
            onReload();
          }}
        />
      )}
      {isConflict && id && (
        <ConflictDialog
          onReload={() => {
            saver.discard();
            onReload();
          }}
          onOverwrite={async () => {
            const { draftPost } = await clients.site.draftPosts.getDraftPost(id);
            await saver.overwrite(draftPost.revision);
          }}
        />
      )}
    </div>
  );
}

/** Saves changes that a previous page could not save. */
function useRestoredChanges(saver: DraftSaver, changes: DraftPostInput | undefined): void {
  const isRestored = useRef(false);
  useEffect(() => {
    if (!changes || isRestored.current) return;
    isRestored.current = true;
    const { richContent, revision: _revision, ...rest } = changes;
    saver.change({ ...rest, ...(richContent && { richContent: () => richContent }) });
  }, [saver, changes]);
}
