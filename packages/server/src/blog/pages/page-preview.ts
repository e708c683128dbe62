import type { getPagePreviewRequest, sitePageByIdRequest } from "@porchlight/contract/site/pages/schema";
import type { PagePreviewResponse, PublishedPageResponse } from "@porchlight/contract/site/pages/site-page";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isEditor, requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import { createPreviewToken, openPreviewToken } from "../drafts/preview/preview-token.ts";
import { readPage } from "./page-operations.ts";

const kind = "page preview";

/**
 * Creates a signed link that shows the saved version of a page on the site to everyone who has it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `PAGE_NOT_FOUND`.
 */
export async function createPagePreview(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof sitePageByIdRequest>,
): Promise<PagePreviewResponse> {
  requireEditor(caller);
  const { page } = await readPage(context, params.pageId);
  const { token, expiresDate } = createPreviewToken(context, kind, page.id, caller);
  return { path: `/preview?page=${token}`, expiresDate };
}

/**
 * The page of a preview link.
 *
 * @throws {Refusal} `PAGE_NOT_FOUND`, also if the link has expired, or its creator is no longer an editor.
 */
export async function getPagePreview(
  context: BlogContext,
  _requester: Requester,
  { query }: z.output<typeof getPagePreviewRequest>,
): Promise<PublishedPageResponse> {
  const opened = await openPreviewToken(context, kind, query.token);
  if (!opened || !isEditor(opened.creator)) throw new Refusal("PAGE_NOT_FOUND");
  const { id } = opened;
  const { page } = await readPage(context, id);
  if (page.status === "DELETED") throw new Refusal("PAGE_NOT_FOUND");
  const { title, slug, seoData, firstPublishedDate, editedDate, richContent } = page;
  return {
    page: {
      id,
      title,
      slug,
      seoData,
      firstPublishedDate: firstPublishedDate ?? editedDate,
      lastPublishedDate: editedDate,
      richContent: richContent!,
    },
  };
}
