import {
  type AuthorizedClientBody,
  authorizedClientBody,
  type RawHttpAnswer,
  type TokenRequestBody,
  tokenRequestBody,
} from "@porchlight/contract/auth/token";
import type { Caller } from "../deps.ts";
import { OAuthRefusal } from "../errors.ts";

/** The JSON in base64 text; `undefined` when it is none. */
export function readRawBody(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * The token request inside another request. It is for the caller's app unless it names one.
 *
 * @throws {OAuthRefusal} `invalid_request`.
 */
export function readRawTokenRequest(caller: Caller, base64: string): TokenRequestBody | AuthorizedClientBody {
  const inner = readRawBody(base64);
  const own = "appId" in caller ? { clientId: caller.appId } : {};
  const named = typeof inner === "object" && inner !== null ? { ...own, ...inner } : inner;
  const { success, data } = tokenRequestBody.or(authorizedClientBody).safeParse(named);
  if (!success) throw new OAuthRefusal("invalid_request");
  return data;
}

export function toRawAnswer(answer: object): RawHttpAnswer {
  return {
    statusCode: 200,
    headers: [{ key: "content-type", value: "application/json" }],
    body: Buffer.from(JSON.stringify(answer)).toString("base64"),
  };
}
