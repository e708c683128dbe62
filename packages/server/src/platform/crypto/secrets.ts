import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Returns a secret of 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a secret: stored instead of the secret, which has too much entropy to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}

export function equalInConstantTime(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Uses of `SECRET_KEY`. Each has its own derived key. */
type Purpose =
  | "verification code"
  | "recovery code"
  | "second step code"
  | "decoy"
  | "refresh token successor"
  | "cursor"
  | "upload"
  | "private file"
  | "submission document"
  | "backup"
  | "import"
  | "rate limit"
  | "form"
  | "viewer"
  | "unsubscribe address"
  | "unsubscribe link"
  | "newsletter confirmation";

/** Cryptography based on the installation's `SECRET_KEY`. Source: security requirements §4.7. */
export interface Secrets {
  /** HMAC-SHA-256 of `text` with the key of `purpose`. */
  mac(purpose: Purpose, text: string): Buffer;
  /** AES-256-GCM. */
  seal(plain: string): Buffer;
  /** @throws {Error} if `sealed` was encrypted with another key, or modified. */
  unseal(sealed: Buffer): string;
}

const ivBytes = 12;
const tagBytes = 16;

/** @param secretKey 32 bytes. */
export function createSecrets(secretKey: Buffer): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secretKey, "", `porchlight ${purpose}`, 32));
  // Key objects, because importing raw bytes takes longer than the HMAC.
  const macKeys = new Map<Purpose, KeyObject>();
  const sealingKey = derive("sealing");
  return {
    mac(purpose, text) {
      const key = macKeys.get(purpose) ?? createSecretKey(derive(purpose));
      macKeys.set(purpose, key);
      return createHmac("sha256", key).update(text, "utf8").digest();
    },
    seal(plain) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, iv);
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    unseal(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", sealingKey, sealed.subarray(0, ivBytes));
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
    },
  };
}

/**
 * The secret key of an additional site: its codes, links and cursors are unknown to other sites, and none of them can
 * decrypt its keys.
 */
export const secretKeyOfSite = (secretKey: Buffer, siteId: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secretKey, "", `porchlight site ${siteId}`, 32));

/** What signed access depends on. All nodes have the same key. */
export interface SigningContext {
  site: { id: string };
  secrets: Pick<Secrets, "mac">;
  now(): Date;
}

type SignedPurpose = Extract<Purpose, "private file" | "submission document" | "backup">;

/** A token that allows anyone who has it access to `subject` for `ttlMs`. */
export function signAccess(context: SigningContext, purpose: SignedPurpose, subject: string, ttlMs: number): string {
  return accessToken(context, purpose, subject, String(context.now().getTime() + ttlMs));
}

/** Whether a token was signed for this subject and has not expired. */
export function allowsAccess(context: SigningContext, purpose: SignedPurpose, subject: string, token: string): boolean {
  const [expiresAt = ""] = token.split(".");
  if (!/^\d{1,16}$/.test(expiresAt) || Number(expiresAt) <= context.now().getTime()) return false;
  return equalInConstantTime(Buffer.from(token), Buffer.from(accessToken(context, purpose, subject, expiresAt)));
}

const accessToken = ({ site, secrets }: SigningContext, purpose: SignedPurpose, subject: string, expiresAt: string) =>
  `${expiresAt}.${secrets.mac(purpose, `${site.id} ${subject} ${expiresAt}`).toString("base64url")}`;
