import type { DraftPost } from "@porchlight/client/blog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Clients } from "../../clients.ts";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { errorText } from "../../ui/errors/error-text.ts";
import { showToast } from "../../ui/toast.tsx";

/** What can be done to several posts at once. */
export type BulkAction =
  | "publish"
  | "unpublish"
  | "feature"
  | "unfeature"
  | "duplicate"
  | "trash"
  | "restore"
  | "delete";

/** A change of several posts. */
export interface BulkChange {
  action: BulkAction;
  ids: readonly string[];
}

type Drafts = Clients["site"]["draftPosts"];

/** What was done to one post. */
interface Changed {
  /** Makes the post what it was, unless it has changed since. Absent if that is impossible. */
  undo?: () => Promise<unknown>;
  /** Id of a duplicate. */
  created?: string;
}

/** Resolves to `undefined` if the post was so already. */
const calls: Readonly<Record<BulkAction, (drafts: Drafts, id: string) => Promise<Changed | undefined>>> = {
  publish: publishPost,
  unpublish: unpublishPost,
  feature: (drafts, id) => setFeatured(drafts, id, true),
  unfeature: (drafts, id) => setFeatured(drafts, id, false),
  duplicate: duplicatePost,
  async trash(drafts, id) {
    await drafts.deleteDraftPost(id);
    return { undo: () => drafts.restoreFromTrashBin(id) };
  },
  async restore(drafts, id) {
    await drafts.restoreFromTrashBin(id);
    return {};
  },
  async delete(drafts, id) {
    await drafts.removeFromTrashBin(id);
    return {};
  },
};

function doneText(action: BulkAction, n: number): string {
  switch (action) {
    case "publish":
      return text("{n, plural, one {# post published} other {# posts published}}", { n });
    case "unpublish":
      return text("{n, plural, one {# post unpublished} other {# posts unpublished}}", { n });
    case "feature":
      return text("{n, plural, one {# post featured} other {# posts featured}}", { n });
    case "unfeature":
      return text("{n, plural, one {# post no longer featured} other {# posts no longer featured}}", { n });
    case "duplicate":
      return text("{n, plural, one {Post duplicated} other {# posts duplicated}}", { n });
    case "trash":
      return text("{n, plural, one {Moved to trash} other {# posts moved to trash}}", { n });
    case "restore":
      return text("{n, plural, one {# post restored} other {# posts restored}}", { n });
    case "delete":
      return text("{n, plural, one {# post deleted permanently} other {# posts deleted permanently}}", { n });
  }
}

/** Requests at a time. */
const parallel = 5;

/**
 * Changes several posts, says how many were changed, and offers to make these what they were before. The result has the
 * new ids of duplicates.
 */
export function useBulkChange({ onDone }: { onDone?: () => void } = {}) {
  const { draftPosts } = useConsole().clients.site;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["posts"] });
  const undoAll = useMutation({
    async mutationFn(undos: readonly (() => Promise<unknown>)[]) {
      const results = await Promise.allSettled(undos.map((undo) => undo()));
      const failed = results.find((result) => result.status === "rejected");
      if (failed) showToast(errorText(failed.reason));
    },
    onSettled: refresh,
  });
  const change = useMutation({
    async mutationFn({ action, ids }: BulkChange) {
      const results: PromiseSettledResult<Changed | undefined>[] = [];
      for (let start = 0; start < ids.length; start += parallel) {
        const part = ids.slice(start, start + parallel);
        results.push(...(await Promise.allSettled(part.map((id) => calls[action](draftPosts, id)))));
      }
      const done = results.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
      return {
        done,
        created: done.flatMap(({ created }) => created ?? []),
        failures: results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
      };
    },
    onSuccess({ done, failures }, { action }) {
      const undos = done.flatMap(({ undo }) => undo ?? []);
      // A message about some posts must not offer to undo only a part of them.
      const canUndo = undos.length > 0 && undos.length === done.length;
      if (done.length > 0)
        showToast(doneText(action, done.length), canUndo ? { undo: () => undoAll.mutate(undos) } : {});
      else if (failures.length === 0) showToast(text("Nothing to change"));
      if (failures.length > 0)
        showToast(
          text("{n, plural, one {# post was not changed} other {# posts were not changed}}: {reason}", {
            n: failures.length,
            reason: errorText(failures[0]),
          }),
        );
      onDone?.();
    },
    onSettled: refresh,
  });
  return change;
}

async function publishPost(drafts: Drafts, id: string): Promise<Changed | undefined> {
  const { draftPost: before } = await drafts.getDraftPost(id);
  if (isLive(before)) return undefined;
  const { revision, status } = before;
  const { draftPost: after } = await drafts.updateDraftPost(id, { revision }, { action: "UPDATE_PUBLISH" });
  // The author of a post in review gets an email.
  return status === "IN_REVIEW" ? {} : { undo: () => drafts.undoPostChange(id, after.revision) };
}

async function unpublishPost(drafts: Drafts, id: string): Promise<Changed | undefined> {
  const { revision, status } = (await drafts.getDraftPost(id)).draftPost;
  if (status === "UNPUBLISHED") return undefined;
  const { draftPost: after } = await drafts.updateDraftPost(id, { revision }, { action: "UPDATE_REVERT_TO_DRAFT" });
  return { undo: () => drafts.undoPostChange(id, after.revision) };
}

/** A published post is published again if readers see its last version, so that the change takes effect. */
async function setFeatured(drafts: Drafts, id: string, featured: boolean): Promise<Changed | undefined> {
  const { draftPost: before } = await drafts.getDraftPost(id);
  if (before.featured === featured) return undefined;
  const action = isLive(before) ? ({ action: "UPDATE_PUBLICATION" } as const) : {};
  const change = { featured, revision: before.revision };
  const { revision } = (await drafts.updateDraftPost(id, change, action)).draftPost;
  return {
    undo: () =>
      isLive(before)
        ? drafts.undoPostChange(id, revision)
        : drafts.updateDraftPost(id, { featured: !featured, revision }),
  };
}

/** Whether readers see the last version of a post. */
const isLive = ({ status, hasUnpublishedChanges }: DraftPost): boolean =>
  status === "PUBLISHED" && !hasUnpublishedChanges;

/** Creates a draft with the content and settings of a post. */
async function duplicatePost(drafts: Drafts, id: string): Promise<Changed> {
  const { draftPost } = await drafts.getDraftPost(id, { fieldsets: ["RICH_CONTENT"] });
  const { draftPost: copy } = await drafts.createDraftPost(copyOf(draftPost));
  return { created: copy._id };
}

function copyOf(post: DraftPost) {
  const { title, excerpt, heroImage, media, categoryIds, tagIds, hashtags, authors } = post;
  const { language, richContent, seoData, commentingEnabled, membersOnly, previewTextParagraph } = post;
  return {
    ...{ categoryIds, tagIds, hashtags, authors, language, seoData, commentingEnabled, membersOnly },
    title: text("Copy of {title}", { title: title || text("Untitled post") }).slice(0, 200),
    ...(richContent !== undefined && { richContent }),
    ...(excerpt !== undefined && { excerpt }),
    ...(heroImage !== undefined && { heroImage }),
    ...(media !== undefined && { media }),
    ...(previewTextParagraph !== undefined && { previewTextParagraph }),
  };
}
