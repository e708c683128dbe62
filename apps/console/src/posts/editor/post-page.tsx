import type { DraftPost } from "@porchlight/client/blog";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useConsole } from "../../context.ts";
import { StoredChangesNotice } from "../../editor/stored-changes-notice.tsx";
import { text } from "../../texts/text.ts";
import { Page } from "../../ui/page.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { PostEditor } from "./post-editor.tsx";

const fieldsets = ["RICH_CONTENT", "URL"] as const;

/** Writes a post. A new one gets its address once it is saved for the first time. */
function PostPage() {
  const { id = "new" } = useParams();
  /** The editor stays when a new post gets its id. */
  const [created, setCreated] = useState<string>();
  const key = useRef(id);
  if (id !== key.current && !(key.current === "new" && id === created)) key.current = id;
  return <LoadedPost key={key.current} id={key.current === "new" ? undefined : key.current} onCreated={setCreated} />;
}

function LoadedPost({ id, onCreated }: { id: string | undefined; onCreated(id: string): void }) {
  const { site } = useConsole().clients;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [version, setVersion] = useState(0);
  const draft = useQuery({
    queryKey: ["posts", "one", id, version],
    queryFn: async ({ signal }): Promise<DraftPost> => {
      const { draftPost } = await site.draftPosts.getDraftPost(id ?? "", { fieldsets: [...fieldsets] }, { signal });
      return draftPost;
    },
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (draft.isError)
    return (
      <Page title={text("Post")}>
        <ErrorMessage error={draft.error} />
        {id && (
          <StoredChangesNotice kind="post" id={id} error={draft.error} onCreate={() => void navigate("/posts/new")} />
        )}
      </Page>
    );
  if (id !== undefined && !draft.data) return null;
  return (
    <PostEditor
      key={version}
      draft={draft.data}
      onCreated={onCreated}
      onChanged={() => void queries.invalidateQueries({ queryKey: ["posts", "list"] })}
      onReload={() => setVersion((before) => before + 1)}
    />
  );
}

export { PostPage as Component };
