import type { DraftPost } from "@porchlight/client/blog";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useConsole } from "../context.ts";
import { createDraftSaver, type DraftSaver, type SaveState } from "./draft-saver.ts";

/** A saver for one post, which saves when the person leaves the page and when the connection returns. */
export function useDraftSaver(draft: DraftPost | undefined): { saver: DraftSaver; state: SaveState } {
  const { draftPosts } = useConsole().clients.site;
  const [saver] = useState(() =>
    createDraftSaver(
      { _id: draft?._id, revision: draft?.revision ?? undefined },
      {
        create: async (changes) => (await draftPosts.createDraftPost({ title: "Untitled post", ...changes })).draftPost,
        update: async (id, changes) => (await draftPosts.updateDraftPost(id, changes)).draftPost,
        storage: window.localStorage,
      },
    ),
  );
  useEffect(() => {
    const end = new AbortController();
    const flush = () => void saver.flush();
    window.addEventListener("online", flush, { signal: end.signal });
    window.addEventListener("blur", flush, { signal: end.signal });
    document.addEventListener("visibilitychange", flush, { signal: end.signal });
    return () => {
      end.abort();
      void saver.flush().finally(() => saver.close());
    };
  }, [saver]);
  return { saver, state: useSyncExternalStore(saver.subscribe, saver.getState) };
}
