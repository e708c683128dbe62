import * as z from "zod";
import { guid, queryBoolean, queryInteger, singleLineText } from "../wire/value-schema.ts";
import { maxChangedFiles, maxFolderNameLength, mediaUsageKinds } from "./library.ts";
import { fileSortFields, maxAltTextLength, maxFileNameLength, mediaTypes, noFolder } from "./media-file.ts";

const fileId = z.string().regex(/^[0-9a-f]{32}\.[a-z0-9]{2,5}$/, "must be the id of a file");
const displayName = singleLineText(maxFileNameLength).trim().min(1);
const altText = singleLineText(maxAltTextLength).trim();
const share = z.number().min(0).max(1);
const focalPoint = z
  .object({ x: share, y: share })
  .meta({ id: "FocalPoint", description: "The point that crops keep: fractions of width and height." });

export const generateUploadUrlRequest = z.object({
  body: z.object({
    filename: displayName,
    altText: altText.optional(),
    folderId: guid.optional(),
    replacesFileId: fileId.optional(),
  }),
});

export const fileRequest = z.object({ params: z.object({ fileId }) });

export const listFilesRequest = z.object({
  query: z.object({
    mediaType: z.enum(mediaTypes).optional(),
    search: z.string().max(200).optional().describe("A part of the file name or the alternative text."),
    folderId: z
      .union([guid, z.literal(noFolder)])
      .optional()
      .describe("`NONE`: files that are in no folder."),
    unused: queryBoolean.optional().describe("Whether to list only files that no content uses."),
    trashed: queryBoolean.optional().describe("Whether to list the trash instead."),
    sort: z.enum(fileSortFields).optional(),
    order: z.enum(["ASC", "DESC"]).optional(),
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
    folderId: z.string().optional(),
    uploader: z
      .object({ id: z.string(), name: z.string().optional() })
      .optional()
      .describe("The staff account that uploaded it."),
    trashedDate: z.iso.datetime().optional().describe("When it was moved to the trash."),
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
    total: z.number().describe("Files on all pages."),
    cursors: z.object({ next: z.string().optional() }),
    hasNext: z.boolean(),
  }),
});

const fileIds = z.array(fileId).min(1).max(maxChangedFiles);
const folderName = singleLineText(maxFolderNameLength).trim().min(1);

export const fileIdsRequest = z.object({ body: z.object({ fileIds }) });
export const moveFilesRequest = z.object({ body: z.object({ fileIds, folderId: guid.nullable() }) });
export const trashFilesRequest = z.object({ body: z.object({ fileIds, evenIfUsed: z.boolean().optional() }) });
export const createFolderRequest = z.object({
  body: z.object({ folder: z.object({ name: folderName, parentId: guid.optional() }) }),
});
export const folderRequest = z.object({ params: z.object({ folderId: guid }) });
export const updateFolderRequest = z.object({
  params: z.object({ folderId: guid }),
  body: z.object({ folder: z.object({ name: folderName.optional(), parentId: guid.nullish() }) }),
});

const usage = z
  .object({
    kind: z.enum(mediaUsageKinds),
    id: z.string(),
    title: z.string(),
    collectionId: z.string().optional().describe("Of an item."),
  })
  .meta({ id: "MediaUsage", description: "Content that uses a file." });
const folder = z
  .object({ id: z.string(), name: z.string(), parentId: z.string().optional(), fileCount: z.number() })
  .meta({ id: "MediaFolder" });

export const usagesResponse = z.object({ usages: z.array(usage), total: z.number() });
export const trashFilesResponse = z.object({
  trashedIds: z.array(z.string()),
  usedFiles: z.array(z.object({ file, usages: z.array(usage) })),
});
export const folderResponse = z.object({ folder });
export const foldersResponse = z.object({ folders: z.array(folder) });
