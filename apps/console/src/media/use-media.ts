import type { ListFilesOptions, MediaFile, MediaType, TrashResult } from "@porchlight/client/media";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { errorText } from "../ui/errors/error-text.ts";
import { showToast } from "../ui/toast.tsx";

const pageSize = 60;
/** Files of one request. */
const batchSize = 100;

/** Which files a list shows. */
export type MediaFilter = Omit<ListFilesOptions, "paging">;

/** The files of a list, page by page. */
export function useMediaFiles(filter: MediaFilter) {
  const { files } = useConsole().clients.site;
  const list = useInfiniteQuery({
    queryKey: ["media", "files", filter],
    queryFn: ({ signal, pageParam }) =>
      files.listFiles({ ...filter, paging: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ pagingMetadata }) => pagingMetadata.cursors.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  return {
    list,
    files: list.data?.pages.flatMap((page) => page.files) ?? [],
    total: list.data?.pages[0]?.pagingMetadata.total ?? 0,
  };
}

/** All folders by name. */
export function useFolders() {
  const { mediaLibrary } = useConsole().clients.site;
  return useQuery({
    queryKey: ["media", "folders"],
    queryFn: async ({ signal }) => (await mediaLibrary.listFolders({ signal })).folders,
  });
}

/** Whether the signed-in person may change a file: editors all, authors those that they uploaded. */
export function useCanChange(): (file: Pick<MediaFile, "uploader">) => boolean {
  const { role, _id: id } = useStaffAccount();
  return ({ uploader }) => role === "owner" || role === "editor" || uploader?._id === id;
}

/** Changes of files: folder, trash, and deletion. Moving to the trash and into folders can be undone. */
export function useFileChanges() {
  const { files, mediaLibrary } = useConsole().clients.site;
  const queries = useQueryClient();
  /** Files that were not moved to the trash, because they are used. */
  const [usedFiles, setUsedFiles] = useState<TrashResult["usedFiles"]>([]);
  const onSettled = () => queries.invalidateQueries({ queryKey: ["media"] });
  const onError = (error: unknown) => showToast(errorText(error));
  const inBatches = async <Result>(ids: readonly string[], change: (batch: string[]) => Promise<Result>) => {
    const results: Result[] = [];
    for (let from = 0; from < ids.length; from += batchSize)
      results.push(await change(ids.slice(from, from + batchSize)));
    return results;
  };
  const restore = useMutation({
    mutationFn: (ids: readonly string[]) => inBatches(ids, (batch) => mediaLibrary.restoreFiles(batch)),
    onSettled,
    onError,
  });
  const offerRestore = (ids: readonly string[]) =>
    showToast(text("{n, plural, one {# file} other {# files}} moved to the trash", { n: ids.length }), {
      undo: () => restore.mutate(ids),
    });
  const trash = useMutation({
    mutationFn: ({ ids, evenIfUsed = false }: { ids: readonly string[]; evenIfUsed?: boolean }) =>
      inBatches(ids, (batch) => mediaLibrary.trashFiles(batch, { evenIfUsed })),
    onSuccess(results) {
      setUsedFiles(results.flatMap((result) => result.usedFiles));
      const ids = results.flatMap(({ trashedIds }) => trashedIds);
      if (ids.length > 0) offerRestore(ids);
    },
    onSettled,
    onError,
  });
  /** Changes all files of a list, which shrinks with each change, and returns their ids. */
  const drain = async (filter: MediaFilter, change: (ids: string[]) => Promise<readonly string[]>) => {
    const changed: string[] = [];
    for (;;) {
      const { files: page } = await files.listFiles({ ...filter, paging: { limit: batchSize } });
      const ids = page.length > 0 ? await change(page.map(({ _id }) => _id)) : [];
      if (ids.length === 0) return changed;
      changed.push(...ids);
    }
  };
  const trashAllUnused = useMutation({
    // None is returned if all of them are used by now.
    mutationFn: (filter: MediaFilter) =>
      drain({ ...filter, unused: true }, async (ids) => (await mediaLibrary.trashFiles(ids)).trashedIds),
    onSuccess: (ids) => ids.length > 0 && offerRestore(ids),
    onSettled,
    onError,
  });
  const remove = useMutation({
    /** @param which The files, or those of a list of the trash. */
    async mutationFn(which: readonly string[] | MediaFilter) {
      const removeBatch = async (ids: string[]) => {
        await mediaLibrary.deleteTrashedFiles(ids);
        return ids;
      };
      return "length" in which
        ? (await inBatches(which, removeBatch)).flat()
        : drain({ ...which, trashed: true }, removeBatch);
    },
    onSuccess: (ids) => void showToast(text("{n, plural, one {# file} other {# files}} deleted", { n: ids.length })),
    onSettled,
  });
  const move = useMutation({
    async mutationFn({ moved, folderId }: { moved: readonly MediaFile[]; folderId: string | null }) {
      await inBatches(
        moved.map(({ _id }) => _id),
        (batch) => mediaLibrary.moveFiles(batch, folderId),
      );
    },
    onSuccess: (_result, { moved }) =>
      void showToast(text("{n, plural, one {# file} other {# files}} moved", { n: moved.length }), {
        undo: () => moveBack.mutate(moved),
      }),
    onSettled,
    onError,
  });
  const moveBack = useMutation({
    async mutationFn(moved: readonly MediaFile[]) {
      const byFolder = Map.groupBy(moved, ({ folderId }) => folderId ?? null);
      for (const [folderId, group] of byFolder)
        await inBatches(
          group.map(({ _id }) => _id),
          (batch) => mediaLibrary.moveFiles(batch, folderId),
        );
    },
    onSettled,
    onError,
  });
  return { trash, trashAllUnused, restore, remove, move, usedFiles, clearUsedFiles: () => setUsedFiles([]) };
}

/** All changes of {@link useFileChanges}. */
export type FileChanges = ReturnType<typeof useFileChanges>;

/** The type of files in the address of the page. */
export const mediaTypeOf = (value: string): MediaType | undefined =>
  (["IMAGE", "VIDEO", "AUDIO", "DOCUMENT"] as const).find((type) => type === value);
