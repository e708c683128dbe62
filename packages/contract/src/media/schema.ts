import * as z from "zod";
import { queryInteger, singleLineText } from "../wire/value-schema.ts";
import { maxAltTextLength, maxFileNameLength, mediaTypes } from "./media-file.ts";

const fileId = z.string().regex(/^[0-9a-f]{32}\.[a-z0-9]{2,5}$/, "must be the id of a file");
const displayName = singleLineText(maxFileNameLength).trim().min(1);
const altText = singleLineText(maxAltTextLength).trim();
const share = z.number().min(0).max(1);
const focalPoint = z
  .object({ x: share, y: share })
  .meta({ id: "FocalPoint", description: "The point that crops keep: fractions of width and height." });

export const generateUploadUrlRequest = z.object({
  body: z.object({ filename: displayName, altText: altText.optional() }),
});

export const fileRequest = z.object({ params: z.object({ fileId }) });

export const listFilesRequest = z.object({
  query: z.object({
    mediaType: z.enum(mediaTypes).optional(),
    paging: z.object({ limit: queryInteger(1, 100).optional(), cursor: z.string().max(2000).optional() }).optional(),
  }),
});

export const updateFileRequest = z.object({
  params: z.object({ fileId }),
  body: z.object({
    file: z.object({
      displayName: displayName.optional(),
      altText: altText.optional(),
      focalPoint: focalPoint.nullish(),
    }),
  }),
});

const file = z
  .object({
    id: z.string(),
    displayName: z.string(),
    url: z.string(),
    mediaType: z.enum(mediaTypes),
    mimeType: z.string().describe("Detected from the contents."),
    sizeInBytes: z.number(),
    width: z.number().optional().describe("Pixels, of images."),
    height: z.number().optional(),
    altText: z.string(),
    focalPoint: focalPoint.optional(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: "MediaFile" });

export const uploadUrlResponse = z.object({ uploadUrl: z.string(), expirationDate: z.iso.datetime() });
export const fileResponse = z.object({ file });
export const filesResponse = z.object({
  files: z.array(file),
  pagingMetadata: z.object({
    count: z.number(),
    cursors: z.object({ next: z.string().optional() }),
    hasNext: z.boolean(),
  }),
});
