import * as z from "zod";
import { guid } from "../wire-types.ts";

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
export const tokenRequest = z.object({ body: tokenRequestBody });
export type TokenRequest = z.infer<typeof tokenRequest>;

export interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
}

/** Source: RFC 7517. */
export interface JwksAnswer {
  keys: { kty: string; kid: string; alg: string; use: "sig"; [member: string]: unknown }[];
}
