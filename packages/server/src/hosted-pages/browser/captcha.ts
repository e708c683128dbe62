import type { CaptchaTask, ProofOfWork } from "@porchlight/contract/auth/captcha/captcha";
import { toBytes } from "./base64url.ts";

/** Tokens are valid for five minutes; discard them shortly before. */
const tokenTtlMs = 285_000;
const targetBits = 128;

/** The globals of the providers' scripts. */
interface ProviderApi {
  ready?(done: () => void): void;
  render(container: Element, options: object): unknown;
  execute(widget: unknown): unknown;
}

/**
 * Runs the captcha of a form: a silent one on submit, a visible one when its checkbox is clicked. A minimal version of
 * the client's `captcha.ts`.
 */
export function initCaptcha(part: HTMLElement): void {
  const { task: address = "", purpose, kind, checking = "", done = "", failed = "", expired = "" } = part.dataset;
  const [token, box] = part.querySelectorAll("input") as unknown as [HTMLInputElement, HTMLInputElement];
  const container = part.querySelector<HTMLElement>(".provider")!;
  const status = part.querySelector("[role=status]")!;
  let isBusy = false;

  function reset(message: string): void {
    token.value = "";
    box.checked = false;
    status.textContent = message;
  }

  async function requestToken({ provider, siteKey, scriptUrl }: CaptchaTask): Promise<string> {
    const name = provider === "recaptcha" ? "grecaptcha" : provider;
    const found = (): ProviderApi | undefined => Reflect.get(window, name);
    if (!found())
      await new Promise((resolve, reject) => {
        const script = document.createElement("script");
        Object.assign(script, { src: scriptUrl, onload: resolve, onerror: reject });
        document.head.append(script);
      });
    const api = found();
    if (!api) throw new Error("unexpected script of the captcha provider");
    if (api.ready) await new Promise<void>((resolve) => api.ready?.(resolve));
    const inner = document.createElement("div");
    container.replaceChildren(inner);
    return new Promise((resolve, reject) => {
      const isSilent = kind === "silent" && provider !== "turnstile";
      const widget = api.render(inner, {
        sitekey: siteKey,
        size: isSilent ? "invisible" : "normal",
        callback: resolve,
        "error-callback": reject,
        "expired-callback": () => reset(expired),
      });
      if (isSilent) Promise.resolve(api.execute(widget)).catch(reject);
    });
  }

  async function solveTask(): Promise<boolean> {
    isBusy = box.indeterminate = true;
    status.textContent = checking;
    try {
      const headers = { "content-type": "application/json" };
      const response = await fetch(address, { method: "POST", headers, body: JSON.stringify({ purpose, kind }) });
      if (!response.ok) throw response;
      const task: CaptchaTask = await response.json();
      token.value = await (task.proofOfWork ? solve(task.proofOfWork) : requestToken(task));
      box.checked = true;
      status.textContent = kind === "silent" ? checking : done;
      setTimeout(() => reset(expired), tokenTtlMs);
    } catch {
      reset(failed);
    }
    isBusy = box.indeterminate = false;
    return token.value !== "";
  }

  // Restored from the back/forward cache: the token has been used.
  addEventListener("pageshow", () => token.value && reset(""));
  if (kind === "visible") {
    box.disabled = box.parentElement!.hidden = false;
    box.addEventListener("click", (event) => {
      event.preventDefault();
      if (!token.value && !isBusy) setTimeout(solveTask);
    });
    return;
  }
  token.form?.addEventListener("submit", async (event) => {
    if (token.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isBusy && (await solveTask())) token.form?.requestSubmit(event.submitter);
  });
}

/** Searches for the number that produces the target hash. */
async function solve({ challenge, salt, iterations, numbers, target }: ProofOfWork): Promise<string> {
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: toBytes(salt), iterations };
  const expected = toBytes(target).join();
  let next = 0;
  let found: number | undefined;
  async function search(): Promise<void> {
    while (found === undefined && next < numbers) {
      const number = next++;
      const password = new TextEncoder().encode(String(number));
      const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
      if (new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, targetBits)).join() === expected)
        found = number;
    }
  }
  await Promise.all([search(), search(), search(), search()]);
  return `${challenge}.${found}`;
}
