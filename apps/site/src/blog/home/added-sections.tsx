import { type CollectionEntry, collectionPath, type PostSummary, RichContent, titleOf } from "@porchlight/react";
import contentStyles from "@porchlight/react/styles/content.css?url";
import { useId, useMemo } from "react";
import type { SiteClient } from "../../client.ts";
import { imageHostOf } from "../../settings.ts";
import { toProblem } from "../../shell/problem.ts";
import { useSite } from "../../site.ts";
import { preparePage, type SitePage } from "../page/page-view.tsx";
import { rewriteImageUrls } from "../post/post-images.ts";

/** Items of a collection that the reader may see, as cards. */
export interface CollectionSection {
  kind: "collection";
  /** Of the page with all items. */
  path: string;
  title: string;
  items: PostSummary[];
}

/** The content of a page of the site. */
export interface PageSection {
  kind: "page";
  page: SitePage;
}

/** The first items of a collection. `undefined` if the reader may not see it, or if it does not exist. */
export async function loadCollection(
  client: SiteClient,
  id: string,
  limit: number,
): Promise<CollectionSection | undefined> {
  try {
    const view = await client.data.getCollectionView(id);
    const { fieldName, direction } = view.defaultDisplayOrder ?? {};
    const shown = view.fields.filter(({ key }) => key !== view.displayField);
    const text = shown.find(({ key, type }) => type === "TEXT" && view.listFields.includes(key))?.key;
    const picture = shown.find(({ type }) => type === "IMAGE")?.key;
    const fields = ["_id", view.displayField, text, picture].filter((key) => typeof key === "string");
    const sort = fieldName ? [{ fieldName, order: direction === "DESC" ? ("DESC" as const) : ("ASC" as const) }] : [];
    const { items } = await client.data.query(id, { fields, sort, paging: { limit } });
    const toCard = (item: CollectionEntry): PostSummary => ({
      _id: item._id,
      title: titleOf(view, item) || item._id,
      slug: collectionPath(id, item._id),
      ...(text && { excerpt: String(item[text] ?? "").slice(0, maxExcerptLength) }),
      ...(picture && typeof item[picture] === "string" && { heroImage: item[picture] }),
    });
    return { kind: "collection", path: collectionPath(id), title: view.displayName, items: items.map(toCard) };
  } catch (error) {
    return ifMissing(error);
  }
}

const maxExcerptLength = 200;

/** A published page. `undefined` if there is none with this slug. */
export async function loadPage(
  client: SiteClient,
  slug: string,
  report: (error: unknown) => void,
): Promise<PageSection | undefined> {
  try {
    const page = await client.publishedPages.getPublishedPage(slug);
    return { kind: "page", page: await preparePage(page, report) };
  } catch (error) {
    return ifMissing(error);
  }
}

function ifMissing(error: unknown): undefined {
  if (!/^(?:forbidden|notFound)$/.test(toProblem(error).kind)) throw error;
}

/** A page of the site as a section of the home page. */
export default function PageSectionView({ page }: { page: SitePage }) {
  const { settings, nonce } = useSite();
  // Headings of the content have arbitrary ids.
  const id = useId();
  const richContent = useMemo(() => rewriteImageUrls(page.richContent, settings), [page, settings]);
  return (
    <section className="home-page" aria-labelledby={id}>
      <link rel="stylesheet" href={contentStyles} precedence="page" />
      <h2 id={id}>
        <bdi>{page.title}</bdi>
      </h2>
      <RichContent content={richContent} headingOffset={2} frameHost={imageHostOf(settings)} nonce={nonce} />
    </section>
  );
}
