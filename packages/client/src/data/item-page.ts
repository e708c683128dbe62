import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { CallOptions } from "../transport.ts";
import type { ItemPage } from "./item-types.ts";
import { check, told } from "./refusals.ts";

/** Which part of the results. */
export interface Place {
  limit?: number | undefined;
  skip?: number | undefined;
  /** In place of counting. */
  cursor?: string | undefined;
}

/** Where a page is, as it is sent: nothing where nobody has said. */
export const pagingOf = ({ limit, skip = 0, cursor }: Place): object =>
  cursor ? { cursorPaging: { limit, cursor } } : limit || skip ? { paging: { limit, offset: skip } } : {};

/** Reads the answer to one page. */
export type ReadPage = (
  place: Place,
  call: CallOptions | undefined,
  isFirst: boolean,
) => Promise<{ items: unknown[]; pagingMetadata?: Partial<PagingMetadata> | undefined }>;

/** Unless the site says otherwise. Source: spec §9. */
const defaultLimit = 50;

/**
 * One page of results, and the way to the others.
 *
 * @param isFirst False for pages that follow another. Source: wire.md, "Paging".
 */
export async function readPage(
  collection: string,
  read: ReadPage,
  place: Place,
  call: CallOptions | undefined,
  isFirst = true,
): Promise<ItemPage<unknown>> {
  const { limit, skip = 0 } = place;
  const { items, pagingMetadata } = await read(place, call, isFirst);
  const { total, cursors = {}, hasNext }: Partial<PagingMetadata> = pagingMetadata ?? {};
  const { length } = items;
  const turn = (name: "next" | "prev", isThere: unknown, code: number, step: number) =>
    told((later?: CallOptions) => {
      check(isThere, code, collection);
      const to = { limit, skip: Math.max(0, skip + step), cursor: cursors[name] };
      return readPage(collection, read, to, later, false);
    });
  const isAfter = skip || cursors.prev;
  const turns = {
    hasNext: () => !!hasNext,
    hasPrev: () => !!isAfter,
    next: turn("next", hasNext, 165, limit ?? (length || defaultLimit)),
    prev: turn("prev", isAfter, 159, -(limit ?? defaultLimit)),
    async *[Symbol.asyncIterator](this: ItemPage<unknown>) {
      let page = this;
      for (;;) {
        yield page;
        if (!page.hasNext()) return;
        page = await page.next();
      }
    },
  };
  // The page's own members are what was told, so that it can be compared and written down.
  return Object.assign(Object.create(turns), {
    items,
    length,
    totalCount: total,
    totalPages: total === undefined ? total : Math.ceil(total / (limit ?? defaultLimit)),
    pageSize: limit,
    currentPage: limit && Math.ceil(skip / limit),
  });
}
