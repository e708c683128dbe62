import type { EndpointDocs } from "../endpoint-docs.ts";
import {
  fileResponse,
  filesResponse,
  folderResponse,
  foldersResponse,
  trashFilesResponse,
  uploadUrlResponse,
  usagesResponse,
} from "./schema.ts";

const params = { fileId: "0195a1b23c4d4e5f8a6b7c8d9e0f1a2b.jpg" };
const forEditors = "For editors, and programs with an API key of role `editor` or `admin`.";
const forAuthors = `Authors may do so too. ${forEditors}`;
const ofOwnFiles = `Authors may do so with files that they uploaded. ${forEditors}`;
const fileIds = [params.fileId];
const folderParams = { folderId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" };
const folder = { description: "The folder.", schema: folderResponse };
const empty = { description: "An empty object." };
const file = { description: "The file.", schema: fileResponse };

export const mediaDocs = {
  generateUploadUrl: {
    summary: "Create an upload URL",
    description: `A URL that accepts one file: PUT its bytes there, without a token; the response is \`{file}\`. The type is detected from the contents. Possible errors: \`FILE_TYPE_REFUSED\`, \`FILE_DAMAGED\`, \`FILE_EMPTY\`, \`PAYLOAD_TOO_LARGE\`, \`UPLOAD_URL_INVALID\`, \`UPLOAD_URL_USED\`, \`NOT_ALLOWED\`. The caller must still have access when the bytes arrive. With \`replacesFileId\`, the upload takes the place of a file of the same kind: it has an id of its own, the site's content refers to it from then on, and the URL of the former file redirects to it. ${forAuthors}`,
    response: { description: "The URL and its expiry.", schema: uploadUrlResponse },
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND", "FOLDER_NOT_FOUND"],
    example: { body: { filename: "lamp.jpg", altText: "A lamp beside a door" } },
  },
  listFiles: {
    summary: "List files",
    description: `Files, newest first, without those in the trash. Use the response's cursor for the next page. ${forAuthors}`,
    response: { description: "One page of files.", schema: filesResponse },
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { query: { mediaType: "IMAGE", paging: { limit: 20 } } },
  },
  getFile: {
    summary: "Get a file",
    description: `The metadata and URL of a file. ${forAuthors}`,
    response: file,
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND"],
    example: { params },
  },
  updateFile: {
    summary: "Update a file",
    description: `Its name, alternative text and focal point. Omitted properties stay. ${ofOwnFiles}`,
    response: file,
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND"],
    example: { params, body: { file: { altText: "A lamp", focalPoint: { x: 0.3, y: 0.5 } } } },
  },
  deleteFile: {
    summary: "Delete a file",
    description: `Permanently, even if posts use it. ${forEditors}`,
    response: empty,
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND"],
    example: { params },
  },
  listFileUsages: {
    summary: "List the content that uses a file",
    description: `Posts and their earlier versions, categories, items, forms, settings, emails and texts. ${forAuthors}`,
    response: { description: "At most 100 usages, and their number.", schema: usagesResponse },
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND"],
    example: { params },
  },
  moveFiles: {
    summary: "Move files to a folder",
    description: `URLs stay the same. ${ofOwnFiles}`,
    response: empty,
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND", "FOLDER_NOT_FOUND"],
    example: { body: { fileIds, folderId: folderParams.folderId } },
  },
  trashFiles: {
    summary: "Move files to the trash",
    description: `Files that content uses stay and are returned, unless \`evenIfUsed\` is true. Files in the trash remain at their URLs until they are deleted. ${ofOwnFiles}`,
    response: { description: "The moved files, and those that are used.", schema: trashFilesResponse },
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND"],
    example: { body: { fileIds } },
  },
  restoreFiles: {
    summary: "Restore files from the trash",
    description: `Each into its folder. ${ofOwnFiles}`,
    response: empty,
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND"],
    example: { body: { fileIds } },
  },
  deleteTrashedFiles: {
    summary: "Delete files of the trash",
    description: `Permanently. Fails with \`FILE_NOT_FOUND\` if a file is not in the trash. ${ofOwnFiles}`,
    response: empty,
    errors: ["NOT_ALLOWED", "FILE_NOT_FOUND"],
    example: { body: { fileIds } },
  },
  listFolders: {
    summary: "List folders",
    description: `All folders of the media library, by name. ${forAuthors}`,
    response: { description: "The folders.", schema: foldersResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  createFolder: {
    summary: "Create a folder",
    description: `At most 1,000, in eight levels. ${forEditors}`,
    response: folder,
    errors: ["NOT_ALLOWED", "FOLDER_NOT_FOUND", "FOLDER_EXISTS", "FOLDER_LIMIT"],
    example: { body: { folder: { name: "Harbor" } } },
  },
  updateFolder: {
    summary: "Rename or move a folder",
    description: `Omitted properties stay. ${forEditors}`,
    response: folder,
    errors: ["NOT_ALLOWED", "FOLDER_NOT_FOUND", "FOLDER_EXISTS", "FOLDER_LIMIT"],
    example: { params: folderParams, body: { folder: { name: "Boats", parentId: null } } },
  },
  deleteFolder: {
    summary: "Delete a folder",
    description: `Its files and folders move to the folder above; a folder whose name exists there gets another one. ${forEditors}`,
    response: empty,
    errors: ["NOT_ALLOWED", "FOLDER_NOT_FOUND"],
    example: { params: folderParams },
  },
} as const satisfies Record<string, EndpointDocs>;
