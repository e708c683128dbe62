import { createHmac } from "node:crypto";
import { postOutboundForText } from "../../platform/http/outbound/post-outbound.ts";
import { OutboundError } from "../../platform/http/outbound/send-outbound.ts";
import { largeJson, parseJsonObject } from "../../platform/http/parse-json.ts";
import type { DataContext } from "../data-context.ts";
import type { HookRow } from "./hooks-store.ts";

/**
 * The hook URL could not be called or returned an invalid response. Callers see the message; the reason is only logged.
 */
export class HookRequestError extends Error {
  override readonly name = "AddressFailure";
  readonly reason: string | undefined;
  constructor(message: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

/** The hook URL rejected the operation. */
export class HookRejectedError extends Error {
  override readonly name = "AddressRefusal";
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    super("refused");
    this.thrown = thrown;
  }
}

const maxResponseBytes = 1024 * 1024;

/**
 * Posts a signed message to a hook URL:
 * `porchlight-signature: t=<seconds since the epoch>,v1=<HMAC-SHA-256 of "t.body", hex>`.
 * Source: security requirements §8.1.
 *
 * @returns The body of a 2xx response; `undefined` if it is empty.
 * @throws {HookRejectedError} for a 4xx response with `{error}`. @throws {HookRequestError}
 */
export async function callHookUrl(
  { config, secrets, now }: Pick<DataContext, "config" | "secrets" | "now">,
  { url, secret }: Pick<HookRow, "url" | "secret">,
  message: object,
  timeoutMs: number,
): Promise<Record<string, unknown> | undefined> {
  const body = JSON.stringify(message);
  const seconds = Math.floor(now().getTime() / 1000);
  const signature = createHmac("sha256", unsealSecret(secrets, secret))
    .update(`${seconds}.${body}`, "utf8")
    .digest("hex");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "porchlight-signature": `t=${seconds},v1=${signature}`,
  };
  const timeouts = { connectMs: timeoutMs, totalMs: timeoutMs };
  const { status, text } = await postOutboundForText(url, { body, headers }, config.outbound ?? {}, {
    timeouts,
    maxBytes: maxResponseBytes,
  }).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    throw new HookRequestError("did not respond", error.message);
  });
  const response = parseResponse(text);
  if (status >= 400 && status < 500 && response && "error" in response) throw new HookRejectedError(response["error"]);
  if (status < 200 || status > 299) throw new HookRequestError(`returned status ${status}`);
  if (response === undefined && text.trim() !== "") throw new HookRequestError("returned an invalid JSON object");
  return response;
}

/** @throws {HookRequestError} if the secret was sealed with another `SECRET_KEY`. */
function unsealSecret(secrets: DataContext["secrets"], secret: Buffer): string {
  try {
    return secrets.unseal(secret);
  } catch {
    throw new HookRequestError("could not be called", "its secret was sealed with another SECRET_KEY");
  }
}

function parseResponse(text: string): Record<string, unknown> | undefined {
  try {
    return parseJsonObject(Buffer.from(text), largeJson);
  } catch {
    return undefined;
  }
}
