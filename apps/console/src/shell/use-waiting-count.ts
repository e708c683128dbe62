import { useQuery } from "@tanstack/react-query";
import { useConsole } from "../context.ts";

/** The number of members who wait for approval. */
export function useWaitingCount(isEnabled: boolean) {
  const { clients } = useConsole();
  return useQuery({
    queryKey: ["members", "waiting-count"],
    queryFn: async ({ signal }) => {
      const { metadata } = await clients.site.members.queryMembers(
        { filter: { status: "PENDING" }, paging: { limit: 1 } },
        { fieldsets: ["FULL"] },
        { signal },
      );
      return metadata.total ?? 0;
    },
    enabled: isEnabled,
  });
}
