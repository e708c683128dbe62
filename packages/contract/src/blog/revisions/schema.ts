import * as z from "zod";
import { maxBlogPageSize, maxOffset } from "../../limits.ts";
import { languageTag, queryInteger } from "../../wire/value-schema.ts";
import { draftFieldsets } from "../drafts/draft-values.ts";

const id = z.string().min(1).max(38);
const fieldsets = z.array(z.enum(draftFieldsets)).max(10).nullish();
const revision = z.string().regex(/^[1-9]\d{0,17}$/, "must be a revision that the server has returned");

export const pinDraftPostRequest = z.object({ params: z.object({ draftPostId: id }) });

export const undoPostChangeRequest = z.object({ params: z.object({ draftPostId: id }), body: z.object({ revision }) });

export const createPostPreviewRequest = z.object({ params: z.object({ draftPostId: id }) });
export const createPostPreviewResponse = z.object({
  path: z.string().describe("On the site. Everyone who has it can read the draft."),
  expiresDate: z.iso.datetime(),
});

export const reportPostEditingRequest = z.object({
  params: z.object({ draftPostId: id }),
  body: z.object({ takeOver: z.boolean().optional(), leave: z.boolean().optional() }),
});
export const reportPostEditingResponse = z.object({
  otherEditor: z
    .object({ name: z.string(), sinceDate: z.iso.datetime() })
    .optional()
    .describe("Absent if the caller is the only one."),
});

export const listPostAuthorsResponse = z.object({ authors: z.array(z.string()) });
export const listPostLanguagesResponse = z.object({ languages: z.array(z.string()) });

export const translateDraftRequest = z.object({
  params: z.object({ postId: id }),
  body: z.object({ language: languageTag, fieldsets }),
});

export const listPostRevisionsRequest = z.object({
  params: z.object({ draftPostId: id }),
  query: z.object({
    paging: z
      .object({
        limit: queryInteger(1, maxBlogPageSize).optional(),
        offset: queryInteger(0, maxOffset).optional(),
      })
      .optional(),
  }),
});

const params = z.object({ draftPostId: id, revision });
export const getPostRevisionRequest = z.object({ params });
export const restorePostRevisionRequest = z.object({
  params,
  body: z.object({ currentRevision: revision.nullish(), fieldsets }),
});
