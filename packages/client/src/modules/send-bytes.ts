import { malformedResponse } from "../errors.ts";
import { errorFromResponse, isNonEmptyString, readResponse } from "../http/response.ts";
import type { ClientTransport, Transport } from "../transport.ts";

/** Validity of an upload URL; allows for large files on slow connections. */
const uploadDeadlineMs = 60 * 60_000;

/**
 * Sends bytes to an upload URL. No retry: a URL accepts one file.
 *
 * @returns The body of the response.
 * @throws {PorchlightError}
 */
export async function sendBytes(
  transport: Transport,
  uploadUrl: string,
  body: Blob,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (!isNonEmptyString(uploadUrl)) throw malformedResponse(uploadUrl);
  const init = { method: "PUT", body, ...(signal && { signal }) };
  const sent = (transport as ClientTransport).fetch(uploadUrl, init, false, uploadDeadlineMs);
  const response = await readResponse(await sent);
  if (response.status !== 200) throw errorFromResponse(response, Date.now());
  return response.body;
}
