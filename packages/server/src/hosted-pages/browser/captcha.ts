import type { CaptchaTask, ProofOfWork } from "@porchlight/contract/auth/captcha/captcha";
import { toBytes } from "./base64url.ts";

/** A token of ours is good for five minutes; it is given up a little before. */
const tokenLifeMs = 285_000;
const targetBits = 128;

/** What providers' scripts leave on the page. */
interface ProviderApi {
  ready?(done: () => void): void;
  render(place: Element, options: object): unknown;
  execute(widget: unknown): unknown;
}

/**
 * Passes the captcha of a form, the site's own or a provider's: a silent one when the form is sent, a visible one when its box is
 * ticked. What it does is what `captcha.ts` of the client does, in the least code.
 */
export function enlivenCaptcha(part: HTMLElement): void {
  const { task: address = "", purpose, kind, checking = "", done = "", failed = "", expired = "" } = part.dataset;
  const [token, box] = part.querySelectorAll("input") as unknown as [HTMLInputElement, HTMLInputElement];
  const place = part.querySelector(".provider") as HTMLElement;
  const status = part.querySelector("[role=status]") as HTMLElement;
  let isBusy = false;

  function forget(words: string): void {
    token.value = "";
    box.checked = false;
    status.textContent = words;
  }

  async function ask({ provider, siteKey, scriptUrl }: CaptchaTask): Promise<string> {
    const name = provider === "recaptcha" ? "grecaptcha" : provider;
    const found = () => (window as unknown as Record<string, ProviderApi | undefined>)[name];
    if (!found())
      await new Promise((resolve, reject) => {
        const script = document.createElement("script");
        Object.assign(script, { src: scriptUrl, onload: resolve, onerror: reject });
        document.head.append(script);
      });
    const api = found();
    if (!api) throw new Error("the provider's script is not what it was");
    if (api.ready) await new Promise<void>((resolve) => api.ready?.(resolve));
    const inner = document.createElement("div");
    place.replaceChildren(inner);
    return new Promise((resolve, reject) => {
      const isSilent = kind === "silent" && provider !== "turnstile";
      const widget = api.render(inner, {
        sitekey: siteKey,
        size: isSilent ? "invisible" : "normal",
        callback: resolve,
        "error-callback": reject,
        "expired-callback": () => forget(expired),
      });
      if (isSilent) Promise.resolve(api.execute(widget)).catch(reject);
    });
  }

  async function pass(): Promise<boolean> {
    isBusy = box.indeterminate = true;
    status.textContent = checking;
    try {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify({ purpose, kind }) });
      if (!answer.ok) throw answer;
      const task: CaptchaTask = await answer.json();
      token.value = await (task.proofOfWork ? solve(task.proofOfWork) : ask(task));
      box.checked = true;
      status.textContent = kind === "silent" ? checking : done;
      setTimeout(() => forget(expired), tokenLifeMs);
    } catch {
      forget(failed);
    }
    isBusy = box.indeterminate = false;
    return token.value !== "";
  }

  // Back on the page: what it showed has been used.
  addEventListener("pageshow", () => token.value && forget(""));
  if (kind === "visible") {
    box.disabled = (box.parentNode as HTMLElement).hidden = false;
    box.addEventListener("click", (event) => {
      event.preventDefault();
      if (!token.value && !isBusy) setTimeout(pass);
    });
    return;
  }
  token.form?.addEventListener("submit", async (event) => {
    if (token.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isBusy && (await pass())) token.form?.requestSubmit(event.submitter);
  });
}

/** Looks for the number that makes the target. */
async function solve({ challenge, salt, iterations, numbers, target }: ProofOfWork): Promise<string> {
  const how = { name: "PBKDF2", hash: "SHA-256", salt: toBytes(salt), iterations };
  const wanted = toBytes(target).join();
  let next = 0;
  let found: number | undefined;
  async function look(): Promise<void> {
    while (found === undefined && next < numbers) {
      const number = next++;
      const password = new TextEncoder().encode(String(number));
      const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
      if (new Uint8Array(await crypto.subtle.deriveBits(how, key, targetBits)).join() === wanted) found = number;
    }
  }
  await Promise.all([look(), look(), look(), look()]);
  return `${challenge}.${found}`;
}
