import type { ServerContext } from "../../platform/server-context.ts";
import { captchaSetup, foreignProvider } from "./providers.ts";

/** Origins that pages have to admit for the captcha's provider; none unless the owner has set one up. */
export async function captchaSources(context: ServerContext): Promise<readonly string[]> {
  const settings = await context.settings.read();
  const { provider } = captchaSetup(settings);
  return settings.captcha === "off" || provider === "proof-of-work" ? [] : foreignProvider(context, provider).sources;
}
