import * as conversions from "@porchlight/contract/media/conversions";
import { convert } from "../conversion.ts";
import { errorFromResponse, readResponse } from "../http/response.ts";
import type { ClientTransport } from "../transport.ts";
import type { MediaFile } from "./files.ts";

/** As long as an address of `generateUploadUrl` is good for: a large file on a slow line takes its time. */
const uploadDeadlineMs = 60 * 60_000;

/** Sends bytes to an address of `generateUploadUrl`; never twice, for an address takes one file. @throws {PorchlightError} */
export async function sendBytes(
  transport: ClientTransport,
  uploadUrl: string,
  body: Blob,
  signal: AbortSignal | undefined,
): Promise<{ file: MediaFile }> {
  const init = { method: "PUT", body, ...(signal && { signal }) };
  const answer = await readResponse(await transport.fetch(uploadUrl, init, false, uploadDeadlineMs));
  if (answer.status !== 200) throw errorFromResponse(answer, Date.now());
  return convert(answer.body, conversions.oneFile.response, "response") as { file: MediaFile };
}
