import type { CollectionView } from "@porchlight/client/data";
import { type CollectionPage, isNarrowed, type ListQuery, mayDo, readListQuery } from "@porchlight/react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { SiteData } from "../modules/data-modules.ts";
import { type Problem, toProblem } from "../shell/problem.ts";
import { clientContext, reportContext, settingsContext } from "../site.ts";
import {
  type ItemData,
  type ItemFormData,
  joinNames,
  loadChoices,
  loadItems,
  loadNeighbours,
  loadOptions,
  loadWholeItem,
} from "./collection-content.ts";

export type CollectionData = Refused | ListData | ItemData | ItemFormData;

/** The reader lacks permission. */
export interface Refused {
  kind: "refused";
}

export interface ListData {
  kind: "list";
  view: CollectionView;
  query: ListQuery;
  page: CollectionPage;
  total?: number | undefined;
  choices: Record<string, string[]>;
  /** Whether this page starts at a cursor. */
  continued: boolean;
  /** Why the items are missing, if they are. */
  problem?: Problem;
}

/** Data of a collection's page. Status 403 if the reader may not read it, or edit it on a form page. */
export async function collectionLoader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const place = parseCollectionUrl(url);
  if (!place) throw data(null, { status: 404 });
  const client = context.get(clientContext);
  try {
    const view = await client.data.getCollectionView(place.collectionId);
    if (place.isForm) return await loadForm(client.data, view, place);
    if (place.itemId !== undefined) return await loadItemPage(client.data, view, place.itemId, url.searchParams);
    return await loadList(client.data, view, url.searchParams, context);
  } catch (error) {
    if (toProblem(error).kind === "forbidden") return refused();
    if (isInvalid(error)) throw data(null, { status: 404 });
    throw error;
  }
}

// The server rejected a value of the URL, such as a truncated cursor or an overlong name.
const isInvalid = (error: unknown): boolean => error instanceof Error && "kind" in error && error.kind === "invalid";

const refused = () => data<CollectionData>({ kind: "refused" }, { status: 403 });

async function loadList(
  calls: SiteData,
  view: CollectionView,
  params: URLSearchParams,
  context: LoaderFunctionArgs["context"],
) {
  const query = readListQuery(view, params);
  const cursor = params.get("cursor") ?? undefined;
  const metadata = { kind: "list" as const, view, query, continued: cursor !== undefined };
  const offered = loadChoices(calls, view, query);
  try {
    const { total, ...page } = await loadItems(calls, view, query, {
      ...{ cursor, isCounted: isNarrowed(query) && !cursor },
      timeZone: context.get(settingsContext).timeZone ?? "UTC",
    });
    const { choices, names } = await offered;
    const references = joinNames(page.references, names);
    return data<CollectionData>({ ...metadata, choices, page: { ...page, references }, total });
  } catch (error) {
    if (isInvalid(error)) throw data(null, { status: 404 });
    const problem = toProblem(error);
    context.get(reportContext)(error);
    return data<CollectionData>(
      { ...metadata, choices: (await offered).choices, page: { items: [] }, problem },
      { status: problem.status },
    );
  }
}

async function loadItemPage(calls: SiteData, view: CollectionView, itemId: string, params: URLSearchParams) {
  const from = Object.fromEntries(
    view.fields.flatMap(({ type, key }) => {
      const place = params.get(`from.${key}`) ?? "";
      return type === "MULTI_REFERENCE" && /^[1-9]\d{0,4}$/.test(place) ? [[key, Number(place)]] : [];
    }),
  );
  const found = await loadWholeItem(calls, view, itemId, from);
  if (!found) throw data(null, { status: 404 });
  const beside = await loadNeighbours(calls, view, found.item);
  return data<CollectionData>({ kind: "item", view, from, ...found, ...beside });
}

async function loadForm(calls: SiteData, view: CollectionView, place: CollectionRoute) {
  // The previous page stays until the script is loaded, too. If loading fails, rendering reports it.
  const script = import("./item-form-page.tsx").catch(() => undefined);
  const form = await loadFormData(calls, view, place);
  await script;
  return form;
}

async function loadFormData(calls: SiteData, view: CollectionView, { itemId }: CollectionRoute) {
  const options = loadOptions(calls, view);
  if (itemId === undefined) {
    if (view.access.insert === "NONE") return refused();
    return data<CollectionData>({ kind: "form", view, references: {}, more: {}, options: await options });
  }
  const found = await loadWholeItem(calls, view, itemId);
  if (!found) throw data(null, { status: 404 });
  if (!mayDo(view, found.item, "update")) return refused();
  return data<CollectionData>({ kind: "form", view, ...found, options: await options });
}

/** The page of a collection that a URL refers to. */
export interface CollectionRoute {
  collectionId: string;
  /** Absent for the list and a new item. */
  itemId?: string;
  isForm: boolean;
}

/**
 * Parses `/collections/{id}`, `…?new`, `/collections/{id}/{item}` and `…/edit`, with ids encoded as in
 * `collectionPath`.
 */
export function parseCollectionUrl({ pathname, searchParams }: URL): CollectionRoute | undefined {
  let parts: string[];
  try {
    parts = pathname.split("/").slice(2).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const [collectionId, itemId, action, ...more] = parts;
  if (!collectionId || itemId === "" || more.length > 0 || (action !== undefined && action !== "edit"))
    return undefined;
  if (itemId === undefined) return { collectionId, isForm: searchParams.has("new") };
  return { collectionId, itemId: itemId.replace(/^~(?=~|\.\.?$)/, ""), isForm: action === "edit" };
}
