import type { Deps } from "../../platform/context/server-context.ts";
import { captchaSetup, foreignProvider } from "./providers.ts";

/** Origins that pages have to admit for the captcha's provider; none unless the owner has set one up. */
export async function captchaSources(deps: Deps): Promise<readonly string[]> {
  const settings = await deps.settings.read();
  const { provider } = captchaSetup(settings);
  return settings.captcha === "off" || provider === "proof-of-work" ? [] : foreignProvider(deps, provider).sources;
}
