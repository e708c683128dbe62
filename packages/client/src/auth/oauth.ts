import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { JwksAnswer, TokenInfoAnswer, UserInfoAnswer } from "@porchlight/contract/auth/token-answer";
import type { Converters } from "../conversion.ts";
import type { CallOptions, SendOptions, Transport } from "../transport.ts";

/** An HTTP message inside a call: the contract's clients carry it as bytes. */
export interface RawHttpRequest {
  method?: string;
  headers?: { key: string; value: string }[];
  body?: Uint8Array;
}

export interface RawHttpResponse {
  statusCode: number;
  headers: { key: string; value: string }[];
  body: Uint8Array;
}

/** As the contract's clients send it: the body in base64. */
const wrap = ({ body, ...request }: RawHttpRequest): object =>
  body ? { ...request, body: btoa(Array.from(body, (byte) => String.fromCharCode(byte)).join("")) } : request;

const readBytes = (base64: string): unknown => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return base64;
  }
};

const converters: Converters = {
  request: {},
  answer: {
    bytes: (value) => (typeof value === "string" ? readBytes(value) : value),
  },
};

/** The token endpoint's calls as single calls. Nothing is stored; `client.auth` does what apps need of them. */
export function oauth(transport: Transport) {
  const send = <Result>(
    endpoint: Parameters<Transport["send"]>[0],
    request: object,
    options: SendOptions = {},
  ): Promise<Result> => transport.send(endpoint, request, { ...options, converters });
  return {
    /** A request to the token endpoint, its JSON as bytes. @throws {PorchlightError} */
    token: (request: RawHttpRequest, call?: CallOptions): Promise<RawHttpResponse> =>
      send(endpoints.token, { body: wrap(request) }, { ...call, conversion: conversions.rawToken }),
    /** What the token in the JSON `{"token": …}` stands for; those of others are told to API keys alone. */
    tokenInfo: (request: RawHttpRequest, call?: CallOptions): Promise<TokenInfoAnswer> =>
      send(endpoints.tokenInfo, { body: wrap(request) }, call),
    /** The public keys that check access tokens. */
    jwks: (call?: CallOptions): Promise<JwksAnswer> => send(endpoints.jwks, {}, call),
    /** Whom the client's own access token speaks for. */
    userInfo: (call?: CallOptions): Promise<UserInfoAnswer> => send(endpoints.userInfo, {}, call),
  };
}
