import type { EndpointDocs } from "../endpoint-docs.ts";
import { fileResponse, filesResponse, uploadUrlResponse } from "./schema.ts";

const params = { fileId: "0195a1b23c4d4e5f8a6b7c8d9e0f1a2b.jpg" };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const file = { description: "The file.", schema: fileResponse };

export const mediaDocs = {
  generateUploadUrl: {
    summary: "Ask where to upload a file",
    description: `An address that takes one file: send its bytes there by PUT, without a token, and the answer is \`{file}\`. What it is, its contents tell. Refused there: \`FILE_TYPE_REFUSED\`, \`FILE_DAMAGED\`, \`FILE_EMPTY\`, \`PAYLOAD_TOO_LARGE\`, \`UPLOAD_URL_INVALID\`, \`UPLOAD_URL_USED\`. ${forEditors}`,
    response: { description: "The address, and how long it holds.", schema: uploadUrlResponse },
    example: { body: { filename: "lamp.jpg", altText: "A lamp beside a door" } },
  },
  listFiles: {
    summary: "List files",
    description: `Files that were uploaded, the newest first. A cursor of the answer gets the next page. ${forEditors}`,
    response: { description: "One page of files.", schema: filesResponse },
    errors: ["CURSOR_INVALID"],
    example: { query: { mediaType: "IMAGE", paging: { limit: 20 } } },
  },
  getFile: {
    summary: "Read a file's facts",
    description: `What is known of a file, and where it is. ${forEditors}`,
    response: file,
    errors: ["FILE_NOT_FOUND"],
    example: { params },
  },
  updateFile: {
    summary: "Change a file's facts",
    description: `Its name, its text for those who do not see it, and what of it stays when it is cut. What is left out stays. ${forEditors}`,
    response: file,
    errors: ["FILE_NOT_FOUND"],
    example: { params, body: { file: { altText: "A lamp", focalPoint: { x: 0.3, y: 0.5 } } } },
  },
  deleteFile: {
    summary: "Delete a file",
    description: `For good, wherever it is shown. ${forEditors}`,
    response: { description: "Nothing more to say." },
    errors: ["FILE_NOT_FOUND"],
    example: { params },
  },
} as const satisfies Record<string, EndpointDocs>;
