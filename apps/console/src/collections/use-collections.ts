import type { DataCollection } from "@porchlight/client/data";
import { useQuery } from "@tanstack/react-query";
import { useOutletContext } from "react-router";
import { useConsole } from "../context.ts";

/** All collections, by name. */
export function useCollections() {
  const { collections } = useConsole().clients.site;
  return useQuery({
    queryKey: ["collections", "list"],
    queryFn: async ({ signal }) => {
      const found: DataCollection[] = [];
      for (;;) {
        const page = await collections.listDataCollections(
          { paging: { limit: 1000, offset: found.length } },
          { signal },
        );
        found.push(...page.collections);
        if (page.collections.length === 0 || !page.pagingMetadata.hasNext) break;
      }
      return found.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
    },
  });
}

/** The collection of this page, below its layout. */
export const useCollection = (): DataCollection => useOutletContext<DataCollection>();

/** The name of a collection in lists. */
export const nameOf = ({ _id, displayName }: Pick<DataCollection, "_id" | "displayName">): string => displayName || _id;

/** The address of a collection in the console. Its id may contain a slash. */
export const collectionPath = (id: string): string => `/collections/${encodeURIComponent(id)}`;
