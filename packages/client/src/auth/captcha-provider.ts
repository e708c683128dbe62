import type { CaptchaKind, CaptchaTask } from "@porchlight/contract/auth/captcha/captcha";
import { errorOf } from "../errors.ts";

/** What the scripts of all three providers have in common. */
interface ProviderScript {
  /** Not every one has it. */
  ready?(run: () => void): void;
  render(container: HTMLElement, options: Record<string, unknown>): string | number;
  execute(widget: string | number): unknown;
  reset(widget: string | number): void;
}

const globalNames = { recaptcha: "grecaptcha", hcaptcha: "hcaptcha", turnstile: "turnstile" } as const;
const loadTimeoutMs = 20_000;

const failed = (cause?: unknown) => errorOf("captcha", "CAPTCHA_FAILED", "The captcha could not be made.", cause);

/**
 * Has a provider's script draw its captcha and answers the token that comes of it.
 *
 * @throws {PorchlightError} `CAPTCHA_FAILED`, `ABORTED`.
 */
export async function solveAtProvider(
  { provider, siteKey, scriptUrl = "" }: CaptchaTask,
  {
    kind,
    container,
    signal,
  }: { kind: CaptchaKind; container: HTMLElement | undefined; signal: AbortSignal | undefined },
): Promise<string> {
  if (provider === "proof-of-work") throw failed();
  const script = await loadScript(scriptUrl, globalNames[provider]);
  const place = container ?? document.createElement("div");
  const widgetPlace = document.createElement("div");
  place.append(widgetPlace);
  if (!container) document.body.append(place);
  let widget: string | number | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(failed());
      signal?.addEventListener("abort", () =>
        reject(errorOf("aborted", "ABORTED", "The captcha was given up.", signal.reason)),
      );
      widget = script.render(widgetPlace, {
        sitekey: siteKey,
        // Turnstile's keys know themselves whether they show something.
        ...(kind === "silent" && provider !== "turnstile" && { size: "invisible" }),
        callback: resolve,
        "error-callback": fail,
        "expired-callback": fail,
        ...(provider === "hcaptcha" && { "close-callback": fail }),
      });
      if (kind === "silent" && provider !== "turnstile") void Promise.resolve(script.execute(widget)).catch(fail);
    });
  } finally {
    // A token that is shown has been used up; the next one needs a captcha of its own.
    if (widget !== undefined) script.reset(widget);
    if (container) widgetPlace.remove();
    else place.remove();
  }
}

const loading = new Map<string, Promise<void>>();

async function loadScript(url: string, globalName: string): Promise<ProviderScript> {
  const find = () => (globalThis as Record<string, unknown>)[globalName] as ProviderScript | undefined;
  if (!find()?.render) {
    let load = loading.get(url);
    if (!load) {
      load = addScript(url);
      loading.set(url, load);
      load.catch(() => loading.delete(url));
    }
    await load;
  }
  const script = find();
  if (!script) throw failed();
  if (script.ready) await new Promise<void>((resolve) => script.ready?.(resolve));
  return script;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    const fail = () => {
      clearTimeout(timer);
      element.remove();
      reject(failed());
    };
    const timer = setTimeout(fail, loadTimeoutMs);
    element.src = url;
    element.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    element.onerror = fail;
    document.head.append(element);
  });
}
