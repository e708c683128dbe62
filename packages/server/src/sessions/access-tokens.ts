import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { isId } from "../db/ids.ts";
import type { KeyRing } from "./key-ring.ts";

/** Seconds. Source: security requirements §4. */
export const accessTokenLifeSeconds = 3600;
const leewaySeconds = 60;
/** Ours alone, so that no other JWT of the same key can pass for an access token. */
const tokenType = "porchlight-access+jwt";
const rememberedTokens = 10_000;

export interface AccessTokenClaims {
  /** Id of the member, or of the anonymous visitor. */
  subjectId: string;
  appId: string;
  sessionId: string;
  role: "visitor" | "member";
}

/** Claims of a token that has been checked, with its times in seconds since 1970. */
export interface VerifiedClaims extends AccessTokenClaims {
  issuedAt: number;
  expiresAt: number;
}

export interface AccessTokens {
  /** A signed token, good for {@link accessTokenLifeSeconds} from `now`. */
  sign(claims: AccessTokenClaims, now: Date): Promise<string>;
  /** The claims of a token that this site signed and that has not expired; `undefined` for anything else. */
  verify(token: string, now: Date): Promise<VerifiedClaims | undefined>;
  jwks: KeyRing["jwks"];
}

export function createAccessTokens(keys: KeyRing, issuer: string, siteId: string): AccessTokens {
  /** Checking a signature costs a hundred times more than this look-up. */
  const verified = new LRUCache<string, VerifiedClaims>({ max: rememberedTokens });

  return {
    jwks: keys.jwks,
    sign({ subjectId, appId, sessionId, role }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ client: appId, sid: sessionId, role })
        .setProtectedHeader({ alg: "EdDSA", typ: tokenType, kid: keys.signing.id })
        .setIssuer(issuer)
        .setAudience(siteId)
        .setSubject(subjectId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenLifeSeconds)
        .setJti(crypto.randomUUID())
        .sign(keys.signing.key);
    },
    async verify(token, now) {
      const known = verified.get(token);
      if (known) return known.expiresAt + leewaySeconds > now.getTime() / 1000 ? known : undefined;
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => {
            const key = keys.verifying.get(header.kid ?? "");
            if (!key) throw new joseErrors.JWKSNoMatchingKey();
            return key;
          },
          {
            algorithms: ["EdDSA"],
            typ: tokenType,
            issuer,
            audience: siteId,
            currentDate: now,
            clockTolerance: leewaySeconds,
            requiredClaims: ["exp", "iat", "sub", "client", "sid", "role"],
          },
        );
        const { sub, client, sid, role, exp, iat } = payload;
        if (
          typeof sub !== "string" ||
          typeof client !== "string" ||
          typeof sid !== "string" ||
          !isId(sub) ||
          !isId(sid)
        )
          return undefined;
        if ((role !== "visitor" && role !== "member") || exp === undefined || iat === undefined) return undefined;
        const claims: VerifiedClaims = {
          subjectId: sub,
          appId: client,
          sessionId: sid,
          role,
          issuedAt: iat,
          expiresAt: exp,
        };
        verified.set(token, claims);
        return claims;
      } catch (error) {
        if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return undefined;
        throw error;
      }
    },
  };
}
