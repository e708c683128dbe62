import type { CaptchaSettings } from "@porchlight/contract/auth/captcha/captcha";
import type { ServerContext } from "../../platform/server-context.ts";
import { captchaSetup } from "./providers.ts";

/** What pages need to know before they show a captcha. Nothing of it is secret. */
export async function describeCaptcha(context: ServerContext): Promise<CaptchaSettings> {
  const settings = await context.settings.read();
  const { kind, provider } = captchaSetup(settings);
  return { demand: settings.captcha, kind, provider };
}
