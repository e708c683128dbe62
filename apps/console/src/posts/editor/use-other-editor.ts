import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConsole } from "../../context.ts";

const reportIntervalMs = 15_000;

/** The other person who has the same post open. */
export interface OtherEditor {
  /** Absent if this person is the only one. */
  other: { name: string; since: Date } | undefined;
  /** Becomes the editor; the other person is warned. */
  takeOver(): void;
}

/** Reports every 15 seconds that this person edits a post, and finds out who else does. */
export function useOtherEditor(id: string | undefined): OtherEditor {
  const { draftPosts } = useConsole().clients.site;
  const queries = useQueryClient();
  const queryKey = ["posts", "editing", id];
  const report = useQuery({
    queryKey,
    queryFn: ({ signal }) => draftPosts.reportPostEditing(id ?? "", {}, { signal }),
    enabled: id !== undefined,
    refetchInterval: reportIntervalMs,
    staleTime: 0,
    gcTime: 0,
  });
  const takeOver = useMutation({
    mutationFn: () => draftPosts.reportPostEditing(id ?? "", { takeOver: true }),
    onSuccess: (result) => queries.setQueryData(queryKey, result),
  });
  useEffect(() => {
    if (id === undefined) return;
    // If it fails, the server notices the absence after 45 seconds.
    return () => void draftPosts.reportPostEditing(id, { leave: true }).catch(() => undefined);
  }, [draftPosts, id]);
  const found = report.data?.otherEditor;
  return {
    other: found && { name: found.name, since: new Date(found.sinceDate) },
    takeOver: () => takeOver.mutate(),
  };
}
