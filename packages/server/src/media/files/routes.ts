import * as media from "@porchlight/contract/media/endpoints";
import {
  fileRequest,
  generateUploadUrlRequest,
  listFilesRequest,
  updateFileRequest,
} from "@porchlight/contract/media/schema";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireAuthor, requireEditor } from "../../platform/identity/require-editor.ts";
import { deleteFile, getFile, listFiles, updateFile } from "./files.ts";
import { type UploadContext, uploadFile } from "./upload-file.ts";
import { generateUploadUrl, uploadPath } from "./upload-url.ts";

/**
 * Routes for the site's files: authors read them, and change those that they uploaded; editors change all. An upload is
 * authorized by its URL.
 */
export function fileRoutes(area: Area, context: UploadContext): void {
  const authors = { authorize: requireAuthor };
  serve(
    area,
    media.generateUploadUrl,
    generateUploadUrlRequest,
    (request, input) => generateUploadUrl(context, request, input),
    authors,
  );
  serve(area, media.listFiles, listFilesRequest, (request, input) => listFiles(context, request, input), authors);
  serve(area, media.getFile, fileRequest, (request, input) => getFile(context, request, input), authors);
  serve(area, media.updateFile, updateFileRequest, (request, input) => updateFile(context, request, input), authors);
  serve(area, media.deleteFile, fileRequest, (request, input) => deleteFile(context, request, input), {
    authorize: requireEditor,
  });
  area.app.put(`${uploadPath}:token`, async (c) => {
    context.limits.countRead(c.get("address"));
    c.header("cache-control", "no-store");
    return c.json(await uploadFile(context, c.req.param("token"), c.req.raw));
  });
}
