import type { PasskeyChallenge } from "@porchlight/contract/auth/passkeys/passkey";
import { toBytes, toText } from "./base64url.ts";
import { isBusy, mainButton, setBusy } from "./prevent-double-submit.ts";
import { requestFromServer, ServerError } from "./request-from-server.ts";

/** Challenges are valid for five minutes; request another before that for autofill. */
const offerTimeoutMs = 4 * 60_000;
const maxFailures = 3;

/**
 * The form that is submitted with a passkey. Its button requests one; with `data-passkey="offer"`, the browser also
 * offers passkeys as autofill of the email field.
 */
export function initPasskeys(form: HTMLFormElement): void {
  const challengeId = form.querySelector<HTMLInputElement>("[name=challengeId]")!;
  const credential = form.querySelector<HTMLInputElement>("[name=credential]")!;
  const button = mainButton(form)!;
  const problem = form.querySelector<HTMLElement>("[role=alert]")!;
  const texts = form.dataset;
  const isOffer = texts["passkey"] === "offer";
  let offered: AbortController | undefined;

  const reset = () => {
    challengeId.value = credential.value = "";
    setBusy(button, false);
  };
  // Restored from the back/forward cache: the challenge has been used.
  addEventListener("pageshow", reset);
  reset();
  const isSupported = typeof PublicKeyCredential === "function";
  form.hidden = isOffer && !isSupported;
  if (!isSupported) {
    for (const child of form.querySelectorAll<HTMLElement>(":scope > *")) child.hidden = child !== problem;
    problem.textContent = texts["unsupported"] ?? "";
    return;
  }

  /** Requests a passkey and submits the form. Returns whether one was used. */
  async function requestPasskey(options: { mediation?: "conditional"; signal?: AbortSignal } = {}): Promise<boolean> {
    const challenge = await requestFromServer<PasskeyChallenge>(form, "passkey");
    if (!challenge) {
      if (!options.mediation) form.submit();
      return false;
    }
    options.signal?.throwIfAborted();
    const used = (await navigator.credentials.get({
      publicKey: parseRequestOptions(challenge.publicKeyCredentialRequestOptionsJson),
      ...options,
    })) as PublicKeyCredential | null;
    if (!used) throw new DOMException("", "NotAllowedError");
    challengeId.value = challenge.challengeId;
    credential.value = serializeCredential(used);
    form.requestSubmit();
    return true;
  }

  function explain(error: unknown): string {
    if (error instanceof ServerError) return error.message;
    if (error instanceof TypeError) return texts["unreachable"] ?? "";
    const name = error instanceof DOMException && error.name;
    if (name === "SecurityError") return texts["domain"] ?? "";
    return (name === "NotSupportedError" ? texts["unsupported"] : texts["cancelled"]) ?? "";
  }

  async function usePasskey(): Promise<void> {
    offered?.abort();
    problem.textContent = "";
    setBusy(button, true);
    try {
      await requestPasskey();
    } catch (error) {
      setBusy(button, false);
      problem.textContent = explain(error);
      if (isOffer) void offer();
    }
  }

  form.addEventListener("submit", (event) => {
    if (credential.value) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isBusy(button)) void usePasskey();
  });

  /** Offers passkeys as autofill. Errors are not shown, since the person has not selected a passkey. */
  async function offer(): Promise<void> {
    const controller = new AbortController();
    offered = controller;
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    for (let failures = 0; failures < maxFailures && offered === controller && !controller.signal.aborted; ) {
      await untilPageIsVisible();
      const round = new AbortController();
      const stop = () => round.abort();
      const timer = setTimeout(stop, offerTimeoutMs);
      controller.signal.addEventListener("abort", stop);
      try {
        await requestPasskey({ mediation: "conditional", signal: round.signal });
        return;
      } catch (error) {
        if (error instanceof ServerError || error instanceof TypeError) return;
        if (!round.signal.aborted) failures++;
      } finally {
        clearTimeout(timer);
      }
    }
  }
  if (isOffer) void offer();
}

/** Resolves when the page is visible, so that background tabs send no requests. */
function untilPageIsVisible(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    check();
  });
}

/** Replaces `parseRequestOptionsFromJSON`, which some supported browsers lack. */
function parseRequestOptions(json: string): PublicKeyCredentialRequestOptions {
  const options: PublicKeyCredentialRequestOptionsJSON = JSON.parse(json);
  return {
    ...options,
    userVerification: options.userVerification as UserVerificationRequirement,
    challenge: toBytes(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(({ id, transports = [] }) => ({
      type: "public-key",
      id: toBytes(id),
      transports: transports as AuthenticatorTransport[],
    })),
    extensions: {},
  };
}

function serializeCredential({ id, type, response }: PublicKeyCredential): string {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return JSON.stringify({
    id,
    rawId: id,
    type,
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      ...(userHandle && { userHandle: toText(userHandle) }),
    },
  });
}
