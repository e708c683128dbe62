import * as z from "zod";
import { guid } from "../../wire/value-schema.ts";

/** Bodies of `POST /oauth2/token`. Source: wire.md, "Tokens". */
export const tokenRequestBody = z.discriminatedUnion("grantType", [
  z.object({ grantType: z.literal("anonymous"), clientId: guid }),
  z.object({
    grantType: z.literal("refresh_token"),
    clientId: guid.optional(),
    refreshToken: z.string().min(1).max(1000),
  }),
  z.object({
    grantType: z.literal("authorization_code"),
    clientId: guid,
    redirectUri: z.string().min(1).max(2048).optional(),
    code: z.string().min(1).max(1000),
    codeVerifier: z.string().min(1).max(1000),
  }),
]);
export type TokenRequestBody = z.infer<typeof tokenRequestBody>;

/** The grant for programs that sign in members: `Authorization` is `<access token>,<API key>`. */
export const authorizedClientBody = z.object({
  grant_type: z.literal("authorized_client"),
  scope: z.string().max(100).optional(),
  member_id: guid,
  /** From sign-on. */
  session_token: z.string().min(1).max(1000).optional(),
});
export type AuthorizedClientBody = z.infer<typeof authorizedClientBody>;

export const tokenRequest = z.object({ body: z.union([...tokenRequestBody.options, authorizedClientBody]) });
export type TokenRequest = z.infer<typeof tokenRequest>;

/** An HTTP response as a value, its body in base64. */
export interface RawHttpResponse {
  statusCode: number;
  headers: { key: string; value: string }[];
  body: string;
}

export interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
}

/** An HTTP request as a value, its body in base64, as sent by the module `oauth`. Source: wire.md, Redirects. */
export const rawHttpBody = z.object({ body: z.base64().max(20_000) });

export const tokenInfoRequest = z.object({
  body: z.union([z.object({ token: z.string().min(1).max(5000) }), rawHttpBody]),
});
export type TokenInfoRequest = z.infer<typeof tokenInfoRequest>;
