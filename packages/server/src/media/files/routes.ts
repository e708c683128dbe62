import * as media from "@porchlight/contract/media/endpoints";
import {
  fileRequest,
  generateUploadUrlRequest,
  listFilesRequest,
  updateFileRequest,
} from "@porchlight/contract/media/schema";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { deleteFile, getFile, listFiles, updateFile } from "./files.ts";
import { uploadFile } from "./upload-file.ts";
import { generateUploadUrl, uploadPath } from "./upload-url.ts";

/** Routes for the site's files, for API keys of editors. An upload is authorized by its URL. */
export function fileRoutes(area: Area, context: ServerContext): void {
  const authorize = { authorize: requireEditor };
  serve(
    area,
    media.generateUploadUrl,
    generateUploadUrlRequest,
    (request, input) => generateUploadUrl(context, request, input),
    authorize,
  );
  serve(area, media.listFiles, listFilesRequest, (request, input) => listFiles(context, request, input), authorize);
  serve(area, media.getFile, fileRequest, (request, input) => getFile(context, request, input), authorize);
  serve(area, media.updateFile, updateFileRequest, (request, input) => updateFile(context, request, input), authorize);
  serve(area, media.deleteFile, fileRequest, (request, input) => deleteFile(context, request, input), authorize);
  area.app.put(`${uploadPath}:token`, async (c) => {
    context.limits.countRead(c.get("address"));
    c.header("cache-control", "no-store");
    return c.json(await uploadFile(context, c.req.param("token"), c.req.raw));
  });
}
