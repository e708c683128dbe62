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

/** The server's question for a passkey is good for five minutes; it is asked anew before. */
const autofillRefreshIntervalMs = 4 * 60_000;
/** A person who has chosen one and stopped then may choose again; a browser that refuses is not asked for ever. */
const maxAutofillFailures = 3;

/** A passkey that the person has chosen. */
export interface PasskeyChoice {
  /** Signs in with it, as `signInWithPasskey` does. Within five minutes, once. */
  signIn(call?: CallOptions): Promise<LoginResult>;
}

/**
 * Passkeys, from the browser's question to the server's answer. For few pages: hand it to `lazyModule`.
 *
 * ```ts
 * const passkeys = lazyModule(() => import("@porchlight/client/auth").then((loaded) => loaded.passkeys));
 * ```
 */
export function passkeys(transport: Transport) {
  const factorCalls = factors(transport);
  /** The question that the browser shows now: there is one at a time, and what was asked for by hand goes first. */
  let activePrompt: Promise<unknown> = Promise.resolve();
  let pauseAutofill: (() => void) | undefined;

  function prompt<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    pauseAutofill?.();
    const answer = work();
    activePrompt = answer.catch(() => undefined);
    return answer;
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
      const answer = await transport.send<{ body: { webauthnData: PasskeyResponse } }, WireStateMachineResponse>(
        signInWithPasskey,
        { body: { webauthnData } },
        { ...call, replay: false },
      );
      return loginResult(answer);
    } catch (error) {
      if ((error as PorchlightError).code === "PASSKEY_UNKNOWN") await signalUnknownPasskey(webauthnData, challenge);
      throw error;
    }
  }

  return {
    /**
     * Signs in with a passkey, without e-mail or password: the browser shows those that the person has. Stores no tokens: hand a
     * SUCCESS on to `client.auth.completeLogin`. Whoever stops it gets a FAILURE with the code `PASSKEY_CANCELLED`.
     */
    signInWithPasskey: (call?: CallOptions): Promise<LoginResult> =>
      toResult(call, async () => {
        const challenge = await fetchChallenge(call);
        return signIn(await prompt(() => getPasskeyCredential(challenge, call)), challenge, call);
      }),

    /**
     * Offers passkeys in the e-mail field of the page, one whose `autocomplete` ends with `webauthn`. Answers when the person has
     * chosen one, which may be never: end it with `signal` when the form goes, and call it again after a FAILURE. `undefined` where
     * the browser or the server is not up to it: the person has asked for nothing yet.
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
     * Takes the second step of a sign-in with a passkey: for `WEBAUTHN` among the factors of `MFA_REQUIRED`.
     *
     * @param stateToken Of `data` of that answer.
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
     * Proves again with a passkey, which makes sure who uses it, that it is the member who asks: good for ten minutes.
     *
     * @throws {PorchlightError} `PASSKEY_CANCELLED`, `PASSKEY_DOMAIN`, `PASSKEY_UNSUPPORTED`; `PASSKEY_REFUSED`; `FACTOR_NOT_AVAILABLE`.
     */
    async reauthenticateWithPasskey(call?: CallOptions): Promise<void> {
      const { webauthn } = await factorCalls.reauthenticate({ factorType: "WEBAUTHN" }, call);
      if (!webauthn) return;
      const webauthnData = await prompt(() => getPasskeyCredential(webauthn, call));
      await factorCalls.reauthenticate({ factorType: "WEBAUTHN", webauthnData }, call);
    },

    /**
     * Makes a passkey for the member who is signed in, and keeps it with their account: they sign in with it alone, and take the second
     * step with it. Recovery codes come with the first second step, this once.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`: call `factors.reauthenticate` first; `TOO_MANY_FACTORS`;
     *   `PASSKEY_EXISTS`, `PASSKEY_CANCELLED`, `PASSKEY_DOMAIN`, `PASSKEY_UNSUPPORTED`; `PASSKEY_REFUSED`.
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
        throw createError("contract", "MALFORMED_RESPONSE", "The answer holds no passkey. Is the host correct?");
      const webauthnData = await prompt(() => createPasskeyCredential(webauthn, call));
      return transport.send(
        endpoints.activateFactor,
        { params: { factorId: factor._id }, body: { webauthnData } },
        { ...call, replay: false, conversion: conversions.oneFactor },
      );
    },
  };

  /** The passkey that is chosen in the e-mail field; `undefined` when it is time to ask anew. */
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

/** What went wrong as an answer, as the calls of `client.auth` tell it; the caller's own abort is thrown. */
async function toResult(call: CallOptions | undefined, work: () => Promise<LoginResult>): Promise<LoginResult> {
  try {
    return await work();
  } catch (error) {
    if (!isPorchlightError(error) || call?.signal?.aborted) throw error;
    return loginFailure(error);
  }
}

/** Settles when somebody looks at the page: one that lies open in the background asks the server for nothing. */
function waitUntilVisible(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== "visible" && !signal?.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal?.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal?.addEventListener("abort", look);
    look();
  });
}
