import { createHmac } from "node:crypto";
import { postOutboundForText } from "../../platform/http/outbound/post-outbound.ts";
import { OutboundError } from "../../platform/http/outbound/send-outbound.ts";
import { largeJson, parseJsonObject } from "../../platform/http/parse-json.ts";
import type { DataContext } from "../data-context.ts";
import type { HookRow } from "./hooks-store.ts";

/** What keeps an address from being asked, or its answer from being understood. Callers are told the message, and the reason is logged. */
export class HookRequestError extends Error {
  override readonly name = "AddressFailure";
  readonly reason: string | undefined;
  constructor(message: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

/** What an address answers that refuses. */
export class HookRejectedError extends Error {
  override readonly name = "AddressRefusal";
  /** As it was sent. */
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    super("refused");
    this.thrown = thrown;
  }
}

const maxResponseBytes = 1024 * 1024;

/**
 * Calls an address of the owner's, signed: `porchlight-signature: t=<seconds since the epoch>,v1=<HMAC-SHA-256 of "t.body", hex>`.
 *
 * @returns What it answers with a status of 2xx; `undefined` for nothing.
 * @throws {HookRejectedError} of a status of 4xx with `{error}`. @throws {HookRequestError} Source: security requirements §8.1.
 */
export async function callHookUrl(
  { config, secrets, now }: Pick<DataContext, "config" | "secrets" | "now">,
  { url, secret }: Pick<HookRow, "url" | "secret">,
  message: object,
  withinMs: number,
): Promise<Record<string, unknown> | undefined> {
  const body = JSON.stringify(message);
  const seconds = Math.floor(now().getTime() / 1000);
  const signature = createHmac("sha256", unsealed(secrets, secret)).update(`${seconds}.${body}`, "utf8").digest("hex");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "porchlight-signature": `t=${seconds},v1=${signature}`,
  };
  const timeouts = { connectMs: withinMs, totalMs: withinMs };
  const { status, text } = await postOutboundForText(url, { body, headers }, config.outbound ?? {}, {
    timeouts,
    maxBytes: maxResponseBytes,
  }).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    throw new HookRequestError("did not answer", error.message);
  });
  const answer = parseResponse(text);
  if (status >= 400 && status < 500 && answer && "error" in answer) throw new HookRejectedError(answer["error"]);
  if (status < 200 || status > 299) throw new HookRequestError(`answered with status ${status}`);
  if (answer === undefined && text.trim() !== "")
    throw new HookRequestError("answered with what is no JSON object that a request may hold");
  return answer;
}

/** @throws {HookRequestError} when it was sealed with another `SECRET_KEY`. */
function unsealed(secrets: DataContext["secrets"], secret: Buffer): string {
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
