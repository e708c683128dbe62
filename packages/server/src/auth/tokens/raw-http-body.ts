import {
  type AuthorizedClientBody,
  authorizedClientBody,
  type RawHttpResponse,
  type TokenRequestBody,
  tokenRequestBody,
} from "@porchlight/contract/auth/tokens/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, OAuthRefusal, Refusal } from "../../platform/context/errors.ts";
import { parseJsonObject } from "../../platform/http/parse-json.ts";
import { bodyLimits } from "../../platform/http/read-body.ts";
import { validate } from "../../platform/http/validation.ts";

/**
 * Parses a base64 body nested in another request, with `defaults` for missing properties; `undefined` if it is invalid.
 */
export function parseRawBody<Schema extends z.ZodType>(
  schema: Schema,
  base64: string,
  defaults: object = {},
): z.output<Schema> | undefined {
  try {
    const inner = parseJsonObject(Buffer.from(base64, "base64"), bodyLimits.identity);
    return validate(schema, { ...defaults, ...inner });
  } catch (error) {
    if (error instanceof Refusal || error instanceof InvalidArguments) return undefined;
    throw error;
  }
}

/**
 * The nested token request. Default app: the caller's.
 *
 * @throws {OAuthRefusal} `invalid_request`.
 */
export function parseRawTokenRequest(caller: Caller, base64: string): TokenRequestBody | AuthorizedClientBody {
  const defaults = "appId" in caller ? { clientId: caller.appId } : {};
  const grant = parseRawBody(tokenRequestBody.or(authorizedClientBody), base64, defaults);
  if (!grant) throw new OAuthRefusal("invalid_request");
  return grant;
}

export function toRawResponse(response: object): RawHttpResponse {
  return {
    statusCode: 200,
    headers: [{ key: "content-type", value: "application/json" }],
    body: Buffer.from(JSON.stringify(response)).toString("base64"),
  };
}
