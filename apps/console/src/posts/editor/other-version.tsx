import { directionOf } from "@porchlight/contract/texts/keys";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link } from "react-router";
import { useConsole } from "../../context.ts";
import { ContentEditor } from "../../editor/content-editor.tsx";
import { languageName, text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { titleOf } from "../list/post-table.tsx";

/** A translation of the edited post, to read while writing. */
export function OtherVersion({ id, onClose }: { id: string; onClose(): void }) {
  const { draftPosts } = useConsole().clients.site;
  const draft = useQuery({
    queryKey: ["posts", "beside", id],
    queryFn: async ({ signal }) =>
      (await draftPosts.getDraftPost(id, { fieldsets: ["RICH_CONTENT"] }, { signal })).draftPost,
  });
  const post = draft.data;
  return (
    <section
      aria-label={text("Other language")}
      className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-xl border border-line bg-sunken p-4"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted">{post && languageName(post.language)}</p>
        <span className="flex gap-2">
          <Link to={`/posts/${id}`} className="inline-flex items-center text-accent underline">
            {text("Edit")}
          </Link>
          <Button kind="quiet" aria-label={text("Close")} onPress={onClose}>
            <X aria-hidden size={16} />
          </Button>
        </span>
      </div>
      {draft.isError && <ErrorMessage error={draft.error} />}
      {post && (
        <div lang={post.language} dir={directionOf(post.language)} className="grid grid-cols-1 gap-4">
          <h2 className="py-2 text-3xl leading-10 font-semibold">{titleOf(post)}</h2>
          <ContentEditor
            content={post.richContent ?? { nodes: [] }}
            label={text("Text in the other language")}
            isReadOnly
            onChange={() => undefined}
          />
        </div>
      )}
    </section>
  );
}
