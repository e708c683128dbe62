import type { ReactNode } from "react";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState, ErrorMessage } from "../ui/section.tsx";
import type { useMediaFiles } from "./use-media.ts";

/** Props of {@link FilePages}. */
export interface FilePagesProps {
  found: ReturnType<typeof useMediaFiles>;
  /** Shown if there are no files. */
  empty: ReactNode;
  /** The loaded files. */
  children: ReactNode;
}

/** A list of files that is loaded page by page, or why it shows none. */
export function FilePages({ found: { list, files, total }, empty, children }: FilePagesProps) {
  return (
    <>
      {list.isError && (
        <div className="grid justify-items-start gap-3">
          <ErrorMessage error={list.error} />
          <Button onPress={() => void list.refetch()}>{text("Try again")}</Button>
        </div>
      )}
      {list.isPending && <p className="text-muted">{text("Loading files")}</p>}
      {list.isSuccess && files.length === 0 && <EmptyState>{empty}</EmptyState>}
      {files.length > 0 && (
        <>
          {children}
          <div className="flex items-center gap-4">
            {list.hasNextPage && (
              <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                {text("Load more")}
              </Button>
            )}
            <p aria-live="polite" className="text-muted tabular-nums">
              {text("Showing {n, number} of {total, number}", { n: files.length, total })}
            </p>
          </div>
        </>
      )}
    </>
  );
}

/** Covers the page while files are dragged over it. */
export function DropArea({ folder }: { folder?: string | undefined }) {
  return (
    <div className="pointer-events-none fixed inset-4 z-50 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/90 text-lg font-semibold text-accent">
      {folder === undefined
        ? text("Drop files to upload them")
        : text("Drop files to upload them to {name}", { name: folder })}
    </div>
  );
}
