import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import { passkeyOptions, signInWithPasskey } from "@porchlight/contract/auth/passkeys/endpoints";
import type {
  PasskeyChallenge,
  PasskeyEnrollment,
  PasskeyOptionsResponse,
  PasskeyResponse,
} from "@porchlight/contract/auth/passkeys/passkey";
import type { StateMachineResponse as WireStateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { createError, isPorchlightError, type PorchlightError } from "../../errors.ts";
import type { CallOptions, Transport } from "../../transport.ts";
import { type LoginResult, loginFailure, loginResult } from "../login-result.ts";
import { type Factor, factors } from "./factors.ts";
import {
  createPasskeyCredential,
  getPasskeyCredential,
  isPasskeySupported,
  signalUnknownPasskey,
} from "./passkey-credentials.ts";

/** A challenge is valid for five minutes; it is renewed before. */
const autofillRefreshIntervalMs = 4 * 60_000;
/** A user who cancelled may choose again; a browser that keeps failing is not retried indefinitely. */
const maxAutofillFailures = 3;

/** A passkey that the user has chosen. */
export interface PasskeyChoice {
  /** Signs in with it, as `signInWithPasskey` does. Once, within five minutes. */
  signIn(call?: CallOptions): Promise<LoginResult>;
}

/**
 * Passkeys: the browser prompt and the server calls. Few pages need it, so load it with `lazyModule`.
 *
 * ```ts
 * const passkeys = lazyModule(() => import("@porchlight/client/auth").then((loaded) => loaded.passkeys));
 * ```
 */
export function passkeys(transport: Transport) {
  const factorCalls = factors(transport);
  /** The current browser prompt. There is one at a time; explicit requests replace autofill. */
  let activePrompt: Promise<unknown> = Promise.resolve();
  let pauseAutofill: (() => void) | undefined;

  function prompt<Result>(work: () => Promise<Result>): Promise<Result> {
    pauseAutofill?.();
    const result = work();
    activePrompt = result.catch(() => undefined);
    return result;
  }

  const fetchChallenge = async (call?: CallOptions): Promise<PasskeyChallenge> =>
    (await transport.send<Record<never, never>, PasskeyOptionsResponse>(passkeyOptions, {}, { ...call, replay: false }))
      .webauthn;

  async function signIn(
    webauthnData: PasskeyResponse,
    challenge: PasskeyChallenge,
    call?: CallOptions,
  ): Promise<LoginResult> {
    try {
      const result = await transport.send<{ body: { webauthnData: PasskeyResponse } }, WireStateMachineResponse>(
        signInWithPasskey,
        { body: { webauthnData } },
        { ...call, replay: false },
      );
      return loginResult(result);
    } catch (error) {
      if ((error as PorchlightError).code === "PASSKEY_UNKNOWN") await signalUnknownPasskey(webauthnData, challenge);
      throw error;
    }
  }

  return {
    /**
     * Signs in with a passkey, without email and password. Stores no tokens: pass a SUCCESS to
     * `client.auth.completeLogin`. A cancelled prompt returns a FAILURE with the code `PASSKEY_CANCELLED`.
     */
    signInWithPasskey: (call?: CallOptions): Promise<LoginResult> =>
      toResult(call, async () => {
        const challenge = await fetchChallenge(call);
        return signIn(await prompt(() => getPasskeyCredential(challenge, call)), challenge, call);
      }),

    /**
     * Offers passkeys in an email field whose `autocomplete` ends with `webauthn`. Settles when the user has chosen
     * one, possibly never: abort `signal` when the form unmounts, and call again after a FAILURE. Returns `undefined`
     * if the browser or server does not support it.
     *
     * @throws {PorchlightError} kind `aborted`.
     */
    async passkeyAutofill(call?: CallOptions): Promise<PasskeyChoice | undefined> {
      if (!isPasskeySupported() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined;
      for (let failures = 0; failures < maxAutofillFailures; ) {
        await activePrompt;
        await waitUntilVisible(call?.signal);
        try {
          const challenge = await fetchChallenge(call);
          const chosen = await waitForAutofill(challenge, call?.signal);
          if (chosen) return { signIn: (last) => toResult(last, () => signIn(chosen, challenge, last)) };
        } catch (error) {
          if (call?.signal?.aborted) throw error;
          failures++;
        }
      }
      return undefined;
    },

    /**
     * Verifies the second factor of a sign-in with a passkey: for `WEBAUTHN` among the factors of `MFA_REQUIRED`.
     *
     * @param stateToken Of `data` of that result.
     */
    verifyWithPasskey: (
      { stateToken, rememberThisDevice = false }: { stateToken: string; rememberThisDevice?: boolean },
      call?: CallOptions,
    ): Promise<LoginResult> =>
      toResult(call, async () => {
        const requested = await factorCalls.requestFactor({ factorType: "WEBAUTHN" }, stateToken, call);
        const challenge = requested.loginState === "MFA_REQUIRED" ? requested.data.webauthn : undefined;
        if (!challenge) return requested;
        const webauthn = await prompt(() => getPasskeyCredential(challenge, call));
        return factorCalls.verifyFactor({ factorType: "WEBAUTHN", webauthn, rememberThisDevice }, stateToken, call);
      }),

    /**
     * Reauthenticates the member with a passkey, with user verification. Valid for ten minutes.
     *
     * @throws {PorchlightError} `PASSKEY_CANCELLED`, `PASSKEY_DOMAIN`, `PASSKEY_UNSUPPORTED`; `PASSKEY_REFUSED`;
     * `FACTOR_NOT_AVAILABLE`.
     */
    async reauthenticateWithPasskey(call?: CallOptions): Promise<void> {
      const { webauthn } = await factorCalls.reauthenticate({ factorType: "WEBAUTHN" }, call);
      if (!webauthn) return;
      const webauthnData = await prompt(() => getPasskeyCredential(webauthn, call));
      await factorCalls.reauthenticate({ factorType: "WEBAUTHN", webauthnData }, call);
    },

    /**
     * Creates a passkey for the signed-in member and registers it with their account, for sign-in and as a second
     * factor. Returns recovery codes with the first second factor, once.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`: call `factors.reauthenticate` first; `TOO_MANY_FACTORS`;
     * `PASSKEY_EXISTS`, `PASSKEY_CANCELLED`, `PASSKEY_DOMAIN`, `PASSKEY_UNSUPPORTED`; `PASSKEY_REFUSED`.
     */
    async createPasskey(
      { name }: { name?: string | undefined } = {},
      call?: CallOptions,
    ): Promise<{ factor: Factor; recoveryCodes?: string[] }> {
      const { factor, webauthn }: { factor: Factor; webauthn: PasskeyEnrollment } = await transport.send(
        endpoints.addFactor,
        { body: { type: "WEBAUTHN", ...(name && { name }) } },
        { ...call, replay: false, conversion: conversions.oneFactor },
      );
      if (!factor?._id)
        throw createError("contract", "MALFORMED_RESPONSE", "The response has no passkey. Is the host correct?");
      const webauthnData = await prompt(() => createPasskeyCredential(webauthn, call));
      return transport.send(
        endpoints.activateFactor,
        { params: { factorId: factor._id }, body: { webauthnData } },
        { ...call, replay: false, conversion: conversions.oneFactor },
      );
    },
  };

  /** The passkey chosen through autofill; `undefined` when the challenge must be renewed. */
  async function waitForAutofill(
    challenge: PasskeyChallenge,
    signal: AbortSignal | undefined,
  ): Promise<PasskeyResponse | undefined> {
    const pause = new AbortController();
    const stop = () => pause.abort();
    const timer = setTimeout(stop, autofillRefreshIntervalMs);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    pauseAutofill = stop;
    try {
      return await getPasskeyCredential(challenge, { signal: pause.signal, isConditional: true });
    } catch (error) {
      if (pause.signal.aborted && !signal?.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (pauseAutofill === stop) pauseAutofill = undefined;
    }
  }
}

/** Converts errors to a FAILURE, as the calls of `client.auth` do; rethrows the caller's abort. */
async function toResult(call: CallOptions | undefined, work: () => Promise<LoginResult>): Promise<LoginResult> {
  try {
    return await work();
  } catch (error) {
    if (!isPorchlightError(error) || call?.signal?.aborted) throw error;
    return loginFailure(error);
  }
}

/** Resolves when the page is visible: background tabs send no requests. */
function waitUntilVisible(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const onVisibilityChange = () => {
      if (document.visibilityState !== "visible" && !signal?.aborted) return;
      document.removeEventListener("visibilitychange", onVisibilityChange);
      signal?.removeEventListener("abort", onVisibilityChange);
      resolve();
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    signal?.addEventListener("abort", onVisibilityChange);
    onVisibilityChange();
  });
}
