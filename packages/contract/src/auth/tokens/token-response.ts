/** What an access token stands for. Source: RFC 7662 §2.2; recordings, tokens. */
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
      /** The site's id under its other name. */
      instanceId: string;
    };

export interface UserInfoResponse {
  /** Id of whoever the access token speaks for. */
  sub: string;
}

/** Source: RFC 7517. */
export interface JwksResponse {
  keys: { kty: string; kid: string; alg: string; use: "sig"; [member: string]: unknown }[];
}
