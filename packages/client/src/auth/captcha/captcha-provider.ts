import type { CaptchaKind, CaptchaTask } from "@porchlight/contract/auth/captcha/captcha";
import { createError } from "../../errors.ts";

/** The common API of the three providers' scripts. */
interface ProviderScript {
  /** Not every provider has it. */
  ready?(run: () => void): void;
  render(container: HTMLElement, options: Record<string, unknown>): string | number;
  execute(widget: string | number): unknown;
  reset(widget: string | number): void;
}

const globalNames = { recaptcha: "grecaptcha", hcaptcha: "hcaptcha", turnstile: "turnstile" } as const;
const loadTimeoutMs = 20_000;

const captchaFailed = (cause?: unknown) =>
  createError("captcha", "CAPTCHA_FAILED", "The captcha could not be made.", cause);

/**
 * Renders a provider's captcha and returns the resulting token.
 *
 * @throws {PorchlightError} `CAPTCHA_FAILED`, `ABORTED`.
 */
export async function solveProviderCaptcha(
  { provider, siteKey, scriptUrl = "" }: CaptchaTask,
  {
    kind,
    container,
    signal,
  }: { kind: CaptchaKind; container: HTMLElement | undefined; signal: AbortSignal | undefined },
): Promise<string> {
  if (provider === "proof-of-work") throw captchaFailed();
  const script = await loadScript(scriptUrl, globalNames[provider]);
  const parent = container ?? document.createElement("div");
  const widgetContainer = document.createElement("div");
  parent.append(widgetContainer);
  if (!container) document.body.append(parent);
  let widget: string | number | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(captchaFailed());
      signal?.addEventListener("abort", () =>
        reject(createError("aborted", "ABORTED", "The captcha was given up.", signal.reason)),
      );
      widget = script.render(widgetContainer, {
        sitekey: siteKey,
        // Turnstile site keys determine the visibility themselves.
        ...(kind === "silent" && provider !== "turnstile" && { size: "invisible" }),
        callback: resolve,
        "error-callback": fail,
        "expired-callback": fail,
        ...(provider === "hcaptcha" && { "close-callback": fail }),
      });
      if (kind === "silent" && provider !== "turnstile") void Promise.resolve(script.execute(widget)).catch(fail);
    });
  } finally {
    // A displayed token has been used; the next request needs a new captcha.
    if (widget !== undefined) script.reset(widget);
    if (container) widgetContainer.remove();
    else parent.remove();
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
  if (!script) throw captchaFailed();
  if (script.ready) await new Promise<void>((resolve) => script.ready?.(resolve));
  return script;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    const fail = () => {
      clearTimeout(timer);
      element.remove();
      reject(captchaFailed());
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
