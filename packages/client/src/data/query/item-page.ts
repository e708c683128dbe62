import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { CallOptions } from "../../transport.ts";
import { check, withErrorMessages } from "../data-errors.ts";
import type { ItemPage } from "../items/item-types.ts";

/** Position of a page in the results. */
export interface PagePosition {
  limit?: number | undefined;
  skip?: number | undefined;
  /** Instead of an offset. */
  cursor?: string | undefined;
}

/** Serializes the position of a page; undefined by default. */
export const pagingOf = ({ limit, skip = 0, cursor }: PagePosition): object =>
  cursor ? { cursorPaging: { limit, cursor } } : limit || skip ? { paging: { limit, offset: skip } } : {};

/** Parses the response of one page. */
export type ReadPage = (
  position: PagePosition,
  call: CallOptions | undefined,
  isFirst: boolean,
) => Promise<{ items: unknown[]; pagingMetadata?: Partial<PagingMetadata> | undefined }>;

/** Source: spec §9. */
const defaultLimit = 50;

/**
 * Reads one page of results, with methods to read others.
 *
 * @param previous Page that this one follows; the total is not requested again. Source: wire.md, "Paging".
 */
export async function readPage(
  collection: string,
  read: ReadPage,
  position: PagePosition,
  call: CallOptions | undefined,
  previous?: Pick<ItemPage<unknown>, "totalCount">,
): Promise<ItemPage<unknown>> {
  const { limit, skip = 0 } = position;
  const { items, pagingMetadata } = await read(position, call, !previous);
  const { total = previous?.totalCount, cursors = {}, hasNext }: Partial<PagingMetadata> = pagingMetadata ?? {};
  const { length } = items;
  const turn = (name: "next" | "prev", isThere: unknown, code: number, step: number) =>
    withErrorMessages((later?: CallOptions) => {
      check(isThere, code, collection);
      const to = { limit, skip: Math.max(0, skip + step), cursor: cursors[name] };
      return readPage(collection, read, to, later, { totalCount: total });
    });
  const isAfter = skip || cursors.prev;
  const pageMethods = {
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
  // The page's own properties are plain data, so that it can be compared and serialized.
  return Object.assign(Object.create(pageMethods), {
    items,
    length,
    totalCount: total,
    totalPages: total === undefined ? total : Math.ceil(total / (limit ?? defaultLimit)),
    pageSize: limit,
    currentPage: limit && Math.ceil(skip / limit),
  });
}
