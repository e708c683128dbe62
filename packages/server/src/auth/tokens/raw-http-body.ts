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
 * The body inside another request's, with `defaults` for what it leaves out; read by the rules for every body. `undefined`
 * when it does not fit.
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
 * The token request inside another request. It is for the caller's app unless it names one.
 *
 * @throws {OAuthRefusal} `invalid_request`.
 */
export function parseRawTokenRequest(caller: Caller, base64: string): TokenRequestBody | AuthorizedClientBody {
  const own = "appId" in caller ? { clientId: caller.appId } : {};
  const grant = parseRawBody(tokenRequestBody.or(authorizedClientBody), base64, own);
  if (!grant) throw new OAuthRefusal("invalid_request");
  return grant;
}

export function toRawResponse(answer: object): RawHttpResponse {
  return {
    statusCode: 200,
    headers: [{ key: "content-type", value: "application/json" }],
    body: Buffer.from(JSON.stringify(answer)).toString("base64"),
  };
}
