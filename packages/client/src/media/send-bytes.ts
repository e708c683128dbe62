import * as conversions from "@porchlight/contract/media/conversions";
import { convert } from "../conversion.ts";
import { errorOfAnswer } from "../error-answer.ts";
import { type ClientTransport, readAnswer } from "../transport.ts";
import type { MediaFile } from "./files.ts";

/** Sends bytes to an address of `generateUploadUrl`; never twice, for an address takes one file. @throws {PorchlightError} */
export async function sendBytes(
  transport: ClientTransport,
  uploadUrl: string,
  body: Blob,
  signal: AbortSignal | undefined,
): Promise<{ file: MediaFile }> {
  const answer = await readAnswer(await transport.fetch(uploadUrl, { method: "PUT", body, ...(signal && { signal }) }));
  if (answer.status !== 200) throw errorOfAnswer(answer, Date.now());
  return convert(answer.body, conversions.oneFile.answer, "answer") as { file: MediaFile };
}
