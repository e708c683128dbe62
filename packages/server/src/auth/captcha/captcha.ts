import type { CaptchaSettings, CaptchaTask } from "@porchlight/contract/auth/captcha/captcha";
import type { StartCaptchaRequest } from "@porchlight/contract/auth/captcha/schema";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { createProofOfWork } from "./proof-of-work.ts";
import { externalProvider, resolveCaptchaSetup } from "./providers.ts";

/**
 * The task that a browser has to solve. The server stores nothing, so that any node can verify the solution.
 *
 * @throws {Refusal} `CAPTCHA_NOT_SET_UP` if the provider has keys for the other kind only.
 */
export async function startCaptcha(context: ServerContext, { body }: StartCaptchaRequest): Promise<CaptchaTask> {
  const setup = resolveCaptchaSetup(await context.settings.read());
  const { provider } = setup;
  if (provider === "proof-of-work")
    return { provider, proofOfWork: await createProofOfWork(context.secrets, { ...body, now: context.now() }) };
  const keys = setup.keys[body.kind];
  if (!keys) throw new Refusal("CAPTCHA_NOT_SET_UP");
  return { provider, siteKey: keys.siteKey, scriptUrl: externalProvider(context, provider).scriptUrl };
}

/** The public settings that pages need before they show a captcha. */
export async function describeCaptcha(context: ServerContext): Promise<CaptchaSettings> {
  const settings = await context.settings.read();
  const { kind, provider } = resolveCaptchaSetup(settings);
  return { demand: settings.captcha, kind, provider };
}

/** Origins that the content security policy must allow for the captcha provider. */
export async function captchaSources(context: ServerContext): Promise<readonly string[]> {
  const settings = await context.settings.read();
  const { provider } = resolveCaptchaSetup(settings);
  return settings.captcha === "off" || provider === "proof-of-work" ? [] : externalProvider(context, provider).sources;
}
