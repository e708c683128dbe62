import type { PasskeyChallenge, PasskeyEnrollment, PasskeyResponse } from "@porchlight/contract/auth/passkeys/passkey";
import { configurationError, createError, isPorchlightError, type PorchlightError } from "../../errors.ts";

/** Whether this browser supports passkeys. The user may not have one. */
export const isPasskeySupported = (): boolean =>
  typeof PublicKeyCredential === "function" && typeof navigator.credentials?.get === "function";

/**
 * Requests a passkey assertion from the browser.
 *
 * @param isConditional Offer passkeys through autofill, without a prompt.
 * @throws {PorchlightError} `PASSKEY_CANCELLED` if the user cancels or is too slow; `PASSKEY_DOMAIN`,
 * `PASSKEY_UNSUPPORTED`; kind `aborted` by `signal`. Source: WebAuthn §5.1.4.
 */
export async function getPasskeyCredential(
  challenge: PasskeyChallenge,
  { signal, isConditional = false }: { signal?: AbortSignal | undefined; isConditional?: boolean } = {},
): Promise<PasskeyResponse> {
  const publicKey = parseOptions((): PublicKeyCredentialRequestOptions => {
    const options: PublicKeyCredentialRequestOptionsJSON = JSON.parse(challenge.publicKeyCredentialRequestOptionsJson);
    return {
      ...options,
      userVerification: options.userVerification as UserVerificationRequirement,
      challenge: fromBase64Url(options.challenge),
      allowCredentials: toDescriptors(options.allowCredentials),
      extensions: {},
    };
  });
  const credential = await requestCredential(
    () =>
      navigator.credentials.get({
        publicKey,
        ...(signal && { signal }),
        ...(isConditional && { mediation: "conditional" }),
      }),
    publicKey.rpId,
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse;
  return toPasskeyResponse(challenge.challengeId, credential, {
    clientDataJSON: toBase64Url(clientDataJSON),
    authenticatorData: toBase64Url(authenticatorData),
    signature: toBase64Url(signature),
    ...(userHandle && { userHandle: toBase64Url(userHandle) }),
  });
}

/**
 * Creates a passkey; the browser prompts for its location.
 *
 * @throws {PorchlightError} `PASSKEY_EXISTS` if the device has one for this member; otherwise as
 * {@link getPasskeyCredential}. Source: WebAuthn §5.1.3.
 */
export async function createPasskeyCredential(
  setUp: PasskeyEnrollment,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<PasskeyResponse> {
  const publicKey = parseOptions((): PublicKeyCredentialCreationOptions => {
    const options: PublicKeyCredentialCreationOptionsJSON = JSON.parse(setUp.publicKeyCredentialCreationOptionsJson);
    return {
      ...options,
      challenge: fromBase64Url(options.challenge),
      user: { ...options.user, id: fromBase64Url(options.user.id) },
      rp: { ...options.rp },
      excludeCredentials: toDescriptors(options.excludeCredentials),
      pubKeyCredParams: options.pubKeyCredParams as PublicKeyCredentialParameters[],
      authenticatorSelection: options.authenticatorSelection as AuthenticatorSelectionCriteria,
      attestation: "none",
      extensions: {},
    };
  });
  const credential = await requestCredential(
    () => navigator.credentials.create({ publicKey, ...(signal && { signal }) }),
    publicKey.rp.id,
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return toPasskeyResponse(setUp.challengeId, credential, {
    clientDataJSON: toBase64Url(response.clientDataJSON),
    attestationObject: toBase64Url(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/** Signals to browsers with support for it that the server no longer accepts this passkey. */
export async function signalUnknownPasskey(
  { credential }: PasskeyResponse,
  challenge: PasskeyChallenge,
): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as unknown as {
    signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>;
  };
  const { rpId } = JSON.parse(challenge.publicKeyCredentialRequestOptionsJson) as { rpId: string };
  const { id } = JSON.parse(credential) as { id: string };
  await signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId: id }).catch(() => undefined);
}

/** Parses the server's options into the browser's format. */
function parseOptions<Options>(work: () => Options): Options {
  try {
    return work();
  } catch (cause) {
    throw createError(
      "contract",
      "MALFORMED_RESPONSE",
      "The question for a passkey makes no sense. Is the host correct?",
      cause,
    );
  }
}

async function requestCredential(
  work: () => Promise<Credential | null>,
  domain: string | undefined,
): Promise<PublicKeyCredential> {
  if (!isPasskeySupported())
    throw configurationError("PASSKEY_UNSUPPORTED", "This browser has no passkeys, or the page is not secure.");
  try {
    const credential = await work();
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    throw toPasskeyError(error, domain);
  }
  throw passkeyCancelled();
}

/** Source: WebAuthn §5.1.3 and §5.1.4, exception names. */
function toPasskeyError(error: unknown, domain = ""): PorchlightError {
  if (isPorchlightError(error)) return error;
  switch ((error as Error | undefined)?.name) {
    case "AbortError":
      return createError("aborted", "ABORTED", "The call was aborted.", error);
    case "InvalidStateError":
      return createError("conflict", "PASSKEY_EXISTS", "This device already has a passkey for this member.", error);
    case "SecurityError":
      return configurationError(
        "PASSKEY_DOMAIN",
        `Pages of ${location.origin} may not use passkeys of ${domain}.`,
        error,
      );
    case "NotSupportedError":
      return configurationError("PASSKEY_UNSUPPORTED", "This device cannot make such a passkey.", error);
    default:
      return passkeyCancelled(error);
  }
}

/** Browsers do not reveal whether the user cancelled, was too slow or has no passkey, for privacy. */
const passkeyCancelled = (cause?: unknown) =>
  createError("aborted", "PASSKEY_CANCELLED", "The passkey check was stopped, or took too long.", cause);

function toPasskeyResponse(challengeId: string, { id, type }: PublicKeyCredential, response: object): PasskeyResponse {
  return { challengeId, credential: JSON.stringify({ id, rawId: id, type, response }) };
}

const toDescriptors = (
  credentials: readonly { id: string; transports?: string[] }[] | undefined,
): PublicKeyCredentialDescriptor[] =>
  (credentials ?? []).map(({ id, transports = [] }) => ({
    type: "public-key",
    id: fromBase64Url(id),
    transports: transports as AuthenticatorTransport[],
  }));

/** Decodes base64url. `parseRequestOptionsFromJSON` is missing in some supported browsers. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toBase64Url(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
