import type { CollectionView } from "@porchlight/client/data";
import {
  type Choice,
  type CollectionEntry,
  type CollectionPage,
  isNarrowed,
  type ListQuery,
  mayDo,
  type Neighbour,
  type ReferenceNames,
  readListQuery,
} from "@porchlight/react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { SiteData } from "../data-modules.ts";
import { type Problem, toProblem } from "../shell/problem.ts";
import { clientContext, reportContext, timeZoneContext } from "../site.ts";
import { joinNames, loadChoices, loadItems, loadNeighbours, loadOptions, loadWholeItem } from "./collection-content.ts";
import { type CollectionPlace, readPlace } from "./collection-place.ts";

export type CollectionData = Refused | ListData | ItemData | FormData;

/** Not for whoever asks. */
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
  /** Whether this page starts somewhere in the middle. */
  continued: boolean;
  /** Why the items are missing, when they are. */
  problem?: Problem;
}

export interface ItemData {
  kind: "item";
  view: CollectionView;
  item: CollectionEntry;
  references: ReferenceNames;
  previous?: Neighbour | undefined;
  next?: Neighbour | undefined;
}

export interface FormData {
  kind: "form";
  view: CollectionView;
  /** Absent for a new one. */
  item?: CollectionEntry;
  references: ReferenceNames;
  options: Record<string, Choice[]>;
}

/** What the page of a collection shows. Who may not read it, or not change it where that is what it is for, is told so with status 403. */
export async function collectionLoader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const place = readPlace(url);
  if (!place) throw data(null, { status: 404 });
  const client = context.get(clientContext);
  try {
    const view = await client.data.getCollectionView(place.collectionId);
    if (place.isForm) return await loadForm(client.data, view, place);
    if (place.itemId !== undefined) return await loadItemPage(client.data, view, place.itemId);
    return await loadList(client.data, view, url.searchParams, context);
  } catch (error) {
    if (toProblem(error).kind === "forbidden") return refused();
    if (isUnfit(error)) throw data(null, { status: 404 });
    throw error;
  }
}

/** What the server cannot take comes from the address here: a cursor that was cut off, a name longer than any. No page is there. */
const isUnfit = (error: unknown): boolean => error instanceof Error && "kind" in error && error.kind === "invalid";

const refused = () => data<CollectionData>({ kind: "refused" }, { status: 403 });

async function loadList(
  calls: SiteData,
  view: CollectionView,
  params: URLSearchParams,
  context: LoaderFunctionArgs["context"],
) {
  const query = readListQuery(view, params);
  const cursor = params.get("cursor") ?? undefined;
  const facts = { kind: "list" as const, view, query, continued: cursor !== undefined };
  const offered = loadChoices(calls, view, query);
  try {
    const { total, ...page } = await loadItems(calls, view, query, {
      ...{ cursor, isCounted: isNarrowed(query) && !cursor },
      timeZone: context.get(timeZoneContext),
    });
    const { choices, names } = await offered;
    const references = joinNames(page.references, names);
    return data<CollectionData>({ ...facts, choices, page: { ...page, references }, total });
  } catch (error) {
    if (isUnfit(error)) throw data(null, { status: 404 });
    const problem = toProblem(error);
    context.get(reportContext)(error);
    return data<CollectionData>(
      { ...facts, choices: (await offered).choices, page: { items: [] }, problem },
      { status: problem.status },
    );
  }
}

async function loadItemPage(calls: SiteData, view: CollectionView, itemId: string) {
  const found = await loadWholeItem(calls, view, itemId);
  if (!found) throw data(null, { status: 404 });
  return data<CollectionData>({ kind: "item", view, ...found, ...(await loadNeighbours(calls, view, found.item)) });
}

async function loadForm(calls: SiteData, view: CollectionView, { itemId }: CollectionPlace) {
  const options = loadOptions(calls, view);
  if (itemId === undefined) {
    if (view.access.insert === "NONE") return refused();
    return data<CollectionData>({ kind: "form", view, references: {}, options: await options });
  }
  const found = await loadWholeItem(calls, view, itemId);
  if (!found) throw data(null, { status: 404 });
  if (!mayDo(view, found.item, "update")) return refused();
  return data<CollectionData>({ kind: "form", view, ...found, options: await options });
}
