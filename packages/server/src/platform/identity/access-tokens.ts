import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { isId } from "../db/ids.ts";
import { accessTokenTtlSeconds, type KeyRing } from "./key-ring.ts";

const leewaySeconds = 60;
/** A custom type, so that no other JWT signed with the same key is accepted. */
const tokenType = "porchlight-access+jwt";
const maxCachedTokens = 10_000;

export interface AccessTokenClaims {
  /** Id of the member, or of the anonymous visitor. */
  subjectId: string;
  appId: string;
  sessionId: string;
  role: "visitor" | "member";
  /** Hash of the refresh token issued with it, in base64url, if that replaced another one. */
  renewal?: string;
}

/** A token to sign. */
export interface NewAccessToken extends AccessTokenClaims {
  /** When the session ends at the latest: no token is valid for longer. */
  sessionEnd: Date;
}

/** A signed token. */
export interface SignedAccessToken {
  token: string;
  /** How long it is valid: an hour, or until the session ends. */
  expiresInSeconds: number;
}

/** Claims of a verified token, with times in seconds since 1970. */
export interface VerifiedClaims extends AccessTokenClaims {
  issuedAt: number;
  expiresAt: number;
}

export interface AccessTokens {
  /** Signs a token that is valid for {@link accessTokenTtlSeconds} from `now`, but not after the end of its session. */
  sign(claims: NewAccessToken, now: Date): Promise<SignedAccessToken>;
  /** Returns the claims of a valid, unexpired token of this site. */
  verify(token: string, now: Date): Promise<VerifiedClaims | undefined>;
  /** Returns the public keys, the next one included. */
  jwks(): Promise<KeyRing["jwks"]>;
}

export function createAccessTokens(keys: KeyRing, issuer: string, siteId: string): AccessTokens {
  /** Verifying a signature costs a hundred times more than a lookup. */
  const verified = new LRUCache<string, { claims: VerifiedClaims; keyId: string }>({ max: maxCachedTokens });

  return {
    async jwks() {
      await keys.refresh();
      return keys.jwks;
    },
    async sign({ subjectId, appId, sessionId, role, renewal, sessionEnd }, now) {
      await keys.refresh();
      const { id: keyId, key } = keys.signing;
      const issuedAt = Math.floor(now.getTime() / 1000);
      const secondsLeft = Math.floor(sessionEnd.getTime() / 1000) - issuedAt;
      const expiresInSeconds = Math.max(1, Math.min(accessTokenTtlSeconds, secondsLeft));
      const token = await new SignJWT({ client: appId, sid: sessionId, role, ...(renewal && { renewal }) })
        .setProtectedHeader({ alg: "EdDSA", typ: tokenType, kid: keyId })
        .setIssuer(issuer)
        .setAudience(siteId)
        .setSubject(subjectId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresInSeconds)
        .setJti(crypto.randomUUID())
        .sign(key);
      return { token, expiresInSeconds };
    },
    async verify(token, now) {
      const cached = verified.get(token);
      if (cached && keys.hasKey(cached.keyId))
        return cached.claims.expiresAt + leewaySeconds > now.getTime() / 1000 ? cached.claims : undefined;
      try {
        let keyId = "";
        const { payload } = await jwtVerify(
          token,
          async ({ kid = "" }) => {
            keyId = kid;
            await keys.refresh(kid);
            const key = keys.verifying.get(kid);
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
        const { sub, client, sid, role, renewal, exp, iat } = payload;
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
          ...(typeof renewal === "string" && { renewal }),
          issuedAt: iat,
          expiresAt: exp,
        };
        verified.set(token, { claims, keyId });
        return claims;
      } catch (error) {
        if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return undefined;
        throw error;
      }
    },
  };
}
