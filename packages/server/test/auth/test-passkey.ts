import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A software passkey, which can also misbehave. */
export interface TestPasskey {
  id: string;
  /** The browser's response after creating the passkey. */
  make(optionsJson: string, how?: PasskeyBehavior): string;
  /** The browser's response after using the passkey. */
  use(optionsJson: string, how?: PasskeyBehavior): string;
}

export interface PasskeyBehavior {
  /** Default: the page's origin. */
  origin?: string;
  /** Default: the domain in the options. */
  rpId?: string;
  challenge?: string;
  /** Default: as the options require. */
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  /** Signature counter. Default: 0. */
  count?: number;
  /** Members of the client data to add or replace. */
  clientData?: object;
  /** Default: the member's; `null` for none. */
  userHandle?: string | null;
  /** Signs with another key. */
  isForged?: boolean;
}

const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const toBase64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

/** @param pageOrigin The default origin. */
export function createTestPasskey(pageOrigin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const credentialId = randomBytes(32);
  const id = toBase64url(credentialId);
  let handle: string | undefined;

  function clientData(type: string, challenge: string, { origin = pageOrigin, ...how }: PasskeyBehavior): Buffer {
    const data = { type, challenge: how.challenge ?? challenge, origin, crossOrigin: false, ...how.clientData };
    return Buffer.from(JSON.stringify(data));
  }

  function authenticatorData(rpId: string, demanded: string, how: PasskeyBehavior, attested = Buffer.alloc(0)): Buffer {
    const { isUserPresent = true, isUserVerified = demanded !== "discouraged", count = 0 } = how;
    const flags =
      (isUserPresent ? userPresent : 0) |
      (isUserVerified ? userVerified : 0) |
      (attested.length > 0 ? attestedData : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(how.rpId ?? rpId), Buffer.from([flags]), counter, attested]);
  }

  return {
    id,
    make(optionsJson, how = {}) {
      const options = JSON.parse(optionsJson);
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const data = authenticatorData(options.rp.id, options.authenticatorSelection.userVerification, how, attested);
      const attestationObject = cbor(
        new Map<string, CborValue>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", data],
        ]),
      );
      return JSON.stringify({
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: toBase64url(clientData("webauthn.create", options.challenge, how)),
          attestationObject: toBase64url(attestationObject),
          transports: ["internal"],
        },
        clientExtensionResults: {},
      });
    },
    use(optionsJson, how = {}) {
      const options = JSON.parse(optionsJson);
      const data = authenticatorData(options.rpId, options.userVerification, how);
      const client = clientData("webauthn.get", options.challenge, how);
      const userHandle = how.userHandle === undefined ? handle : how.userHandle;
      return JSON.stringify({
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: toBase64url(client),
          authenticatorData: toBase64url(data),
          signature: toBase64url(
            sign("sha256", Buffer.concat([data, sha256(client)]), how.isForged ? otherKey : privateKey),
          ),
          ...(userHandle != null && { userHandle }),
        },
        clientExtensionResults: {},
      });
    },
  };
}

/** ES256. Source: RFC 9053 §2.1, §7.1. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>;

/** The subset that passkeys need. Source: RFC 8949 §3. */
function cbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 0x100) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff]);
}
