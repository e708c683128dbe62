import type { EndpointDocs } from "../endpoint-docs.ts";
import { fileResponse, filesResponse, uploadUrlResponse } from "./schema.ts";

const params = { fileId: "0195a1b23c4d4e5f8a6b7c8d9e0f1a2b.jpg" };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const file = { description: "The file.", schema: fileResponse };

export const mediaDocs = {
  generateUploadUrl: {
    summary: "Create an upload URL",
    description: `A URL that accepts one file: PUT its bytes there, without a token; the response is \`{file}\`. The type is detected from the contents. Possible errors: \`FILE_TYPE_REFUSED\`, \`FILE_DAMAGED\`, \`FILE_EMPTY\`, \`PAYLOAD_TOO_LARGE\`, \`UPLOAD_URL_INVALID\`, \`UPLOAD_URL_USED\`. ${forEditors}`,
    response: { description: "The URL and its expiry.", schema: uploadUrlResponse },
    example: { body: { filename: "lamp.jpg", altText: "A lamp beside a door" } },
  },
  listFiles: {
    summary: "List files",
    description: `Uploaded files, newest first. Use the response's cursor for the next page. ${forEditors}`,
    response: { description: "One page of files.", schema: filesResponse },
    errors: ["CURSOR_INVALID"],
    example: { query: { mediaType: "IMAGE", paging: { limit: 20 } } },
  },
  getFile: {
    summary: "Get a file",
    description: `The metadata and URL of a file. ${forEditors}`,
    response: file,
    errors: ["FILE_NOT_FOUND"],
    example: { params },
  },
  updateFile: {
    summary: "Update a file",
    description: `Its name, alternative text and focal point. Omitted properties stay. ${forEditors}`,
    response: file,
    errors: ["FILE_NOT_FOUND"],
    example: { params, body: { file: { altText: "A lamp", focalPoint: { x: 0.3, y: 0.5 } } } },
  },
  deleteFile: {
    summary: "Delete a file",
    description: `Permanently, even if posts use it. ${forEditors}`,
    response: { description: "An empty object." },
    errors: ["FILE_NOT_FOUND"],
    example: { params },
  },
} as const satisfies Record<string, EndpointDocs>;
