import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { JwksResponse, TokenInfoResponse, UserInfoResponse } from "@porchlight/contract/auth/tokens/schema";
import type { CallOptions, Transport } from "../transport.ts";

/** An HTTP message inside a call: the contract's clients carry it as bytes. */
export interface RawHttpRequest {
  method?: string;
  headers?: { key: string; value: string }[];
  body?: Uint8Array;
}

/** The token endpoint's HTTP response, with the body as bytes. */
export interface RawHttpResponse {
  statusCode: number;
  headers: { key: string; value: string }[];
  body: Uint8Array;
}

/** As the contract's clients send it: the body in base64. */
const wrap = ({ body, ...request }: RawHttpRequest): object =>
  body ? { ...request, body: btoa(Array.from(body, (byte) => String.fromCharCode(byte)).join("")) } : request;

/** The token endpoint's calls as single calls. Nothing is stored; `client.auth` does what apps need of them. */
export function oauth(transport: Transport) {
  return {
    /** A request to the token endpoint, its JSON as bytes. @throws {PorchlightError} */
    token: (request: RawHttpRequest, call?: CallOptions): Promise<RawHttpResponse> =>
      transport.send<{ body: object }, RawHttpResponse>(
        endpoints.token,
        { body: wrap(request) },
        { ...call, conversion: conversions.rawHttpMessage },
      ),
    /** What the token in the JSON `{"token": …}` stands for; those of others are told to API keys alone. */
    tokenInfo: (request: RawHttpRequest, call?: CallOptions): Promise<TokenInfoResponse> =>
      transport.send<{ body: object }, TokenInfoResponse>(endpoints.tokenInfo, { body: wrap(request) }, call),
    /** The public keys that check access tokens. */
    jwks: (call?: CallOptions): Promise<JwksResponse> => transport.send(endpoints.jwks, {}, call),
    /** Whom the client's own access token speaks for. */
    userInfo: (call?: CallOptions): Promise<UserInfoResponse> => transport.send(endpoints.userInfo, {}, call),
  };
}
