import type { PasskeyChallenge } from "@porchlight/contract/auth/passkeys/passkey";
import { askServer, Told } from "./ask-server.ts";
import { toBytes, toText } from "./base64url.ts";
import { isBusy, mainButton, setBusy } from "./sending.ts";

/** The server's question is good for five minutes; what is offered in a field is asked anew before. */
const offerMs = 4 * 60_000;
const mostFailures = 3;

/**
 * The form that is sent with a passkey. Its button asks for one; with `data-passkey="offer"` the browser offers those that the person has
 * in the e-mail field, too.
 */
export function enlivenPasskeys(form: HTMLFormElement): void {
  const [challengeId, credential] = ["challengeId", "credential"].map(
    (name) => form.elements.namedItem(name) as HTMLInputElement,
  ) as [HTMLInputElement, HTMLInputElement];
  const button = mainButton(form) as HTMLButtonElement;
  const problem = form.querySelector("[role=alert]") as HTMLElement;
  const words = form.dataset;
  const isOffer = words["passkey"] === "offer";
  let offered: AbortController | undefined;

  const forget = () => {
    challengeId.value = credential.value = "";
    setBusy(button, false);
  };
  // Back on the page: what it was sent with has been used.
  addEventListener("pageshow", forget);
  forget();
  const isSupported = typeof PublicKeyCredential === "function";
  form.hidden = isOffer && !isSupported;
  if (!isSupported) {
    for (const child of form.children) (child as HTMLElement).hidden = child !== problem;
    problem.textContent = words["unsupported"] ?? "";
    return;
  }

  /** Answers whether a passkey was used, and the form sent with it. */
  async function use(how: { mediation?: "conditional"; signal?: AbortSignal } = {}): Promise<boolean> {
    const challenge = await askServer<PasskeyChallenge>(form, "passkey");
    if (!challenge) {
      if (!how.mediation) form.submit();
      return false;
    }
    how.signal?.throwIfAborted();
    const used = (await navigator.credentials.get({
      publicKey: readQuestion(challenge.publicKeyCredentialRequestOptionsJson),
      ...how,
    })) as PublicKeyCredential | null;
    if (!used) throw new DOMException("", "NotAllowedError");
    challengeId.value = challenge.challengeId;
    credential.value = writeAnswer(used);
    form.requestSubmit();
    return true;
  }

  function explain(error: unknown): string {
    if (error instanceof Told) return error.message;
    if (error instanceof TypeError) return words["unreachable"] ?? "";
    const { name } = error as DOMException;
    if (name === "SecurityError") return words["domain"] ?? "";
    return (name === "NotSupportedError" ? words["unsupported"] : words["cancelled"]) ?? "";
  }

  async function useByHand(): Promise<void> {
    offered?.abort();
    problem.textContent = "";
    setBusy(button, true);
    try {
      await use();
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
    if (!isBusy(button)) void useByHand();
  });

  /** What goes wrong before anybody has chosen one is nobody's concern. */
  async function offer(): Promise<void> {
    const mine = new AbortController();
    offered = mine;
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    for (let failures = 0; failures < mostFailures && offered === mine && !mine.signal.aborted; ) {
      await pageIsSeen();
      const round = new AbortController();
      const stop = () => round.abort();
      const timer = setTimeout(stop, offerMs);
      mine.signal.addEventListener("abort", stop);
      try {
        await use({ mediation: "conditional", signal: round.signal });
        return;
      } catch (error) {
        if (error instanceof Told || error instanceof TypeError) return;
        if (!round.signal.aborted) failures++;
      } finally {
        clearTimeout(timer);
      }
    }
  }
  if (isOffer) void offer();
}

/** A page that lies open in the background asks the server for nothing. */
function pageIsSeen(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}

/** By hand: `parseRequestOptionsFromJSON` is younger than the browsers of the published matrix. */
function readQuestion(json: string): PublicKeyCredentialRequestOptions {
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

function writeAnswer({ id, type, response }: PublicKeyCredential): string {
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
