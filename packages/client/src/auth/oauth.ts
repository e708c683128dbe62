import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type {
  JwksResponse,
  TokenInfoResponse,
  UserInfoResponse,
} from "@porchlight/contract/auth/tokens/token-response";
import type { CallOptions, Transport } from "../transport.ts";

/** An HTTP request as the argument of a call; on the wire its body is base64. */
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

/** On the wire the body is base64. */
const wrap = ({ body, ...request }: RawHttpRequest): object =>
  body ? { ...request, body: btoa(Array.from(body, (byte) => String.fromCharCode(byte)).join("")) } : request;

/** Calls of the token endpoint. They store nothing; apps use `client.auth`. */
export function oauth(transport: Transport) {
  return {
    /** Sends a request to the token endpoint, with a JSON body as bytes. @throws {PorchlightError} */
    token: (request: RawHttpRequest, call?: CallOptions): Promise<RawHttpResponse> =>
      transport.send<{ body: object }, RawHttpResponse>(
        endpoints.token,
        { body: wrap(request) },
        { ...call, conversion: conversions.rawHttpMessage },
      ),
    /** Introspects the token in the JSON `{"token": …}`; tokens of other clients require an API key. */
    tokenInfo: (request: RawHttpRequest, call?: CallOptions): Promise<TokenInfoResponse> =>
      transport.send<{ body: object }, TokenInfoResponse>(endpoints.tokenInfo, { body: wrap(request) }, call),
    /** Public keys that verify access tokens. */
    jwks: (call?: CallOptions): Promise<JwksResponse> => transport.send(endpoints.jwks, {}, call),
    /** The subject of the client's access token. */
    userInfo: (call?: CallOptions): Promise<UserInfoResponse> => transport.send(endpoints.userInfo, {}, call),
  };
}
