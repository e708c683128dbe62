// Without zod, because the published types of the client include this file.

/** Introspection of an access token. Source: RFC 7662 §2.2; recordings, tokens. */
export type TokenInfoResponse =
  | { active: false }
  | {
      active: true;
      subjectType: "VISITOR" | "MEMBER";
      subjectId: string;
      /** Seconds since 1970, as text. */
      exp: string;
      iat: string;
      clientId: string;
      siteId: string;
      /** Alias of `siteId`. */
      instanceId: string;
    };

export interface UserInfoResponse {
  /** Id of the token's subject. */
  sub: string;
}

/** Source: RFC 7517. */
export interface JwksResponse {
  keys: { kty: string; kid: string; alg: string; use: "sig"; [member: string]: unknown }[];
}
