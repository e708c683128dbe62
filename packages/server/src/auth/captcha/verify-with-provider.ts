import * as z from "zod";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";
import { type ExternalProviderName, externalProvider, type ProviderKeys } from "./providers.ts";

const timeoutMs = 5_000;
const maxResponseBytes = 64 * 1024;

/** The response that all providers share. */
const responseSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  "error-codes": z.array(z.string()).optional(),
});

/** Codes for an invalid solution; other codes mean that the request is wrong. */
const clientErrors = new Set(["missing-input-response", "invalid-input-response", "timeout-or-duplicate"]);

export type ProviderResult = "right" | "wrong" | "unknown";

/**
 * Verifies with the provider that `token` was solved on a page of this site or the app. `unknown` if the provider is
 * unavailable, times out, or rejects the secret.
 */
export async function verifyWithProvider(
  context: ServerContext,
  name: ExternalProviderName,
  keys: ProviderKeys,
  { token, appId }: { token: string; appId: string | undefined },
): Promise<ProviderResult> {
  const failed = (reason: string): ProviderResult => {
    context.log.error({ event: "captcha-provider-failed", provider: name, reason }, "the captcha could not be checked");
    return "unknown";
  };
  let result: z.infer<typeof responseSchema>;
  try {
    const secret = context.secrets.unseal(Buffer.from(keys.secret, "base64"));
    const response = await fetch(externalProvider(context, name).verifyUrl, {
      method: "POST",
      body: new URLSearchParams({ secret, response: token, sitekey: keys.siteKey }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    result = responseSchema.parse(JSON.parse(await readText(response)));
  } catch (error) {
    return failed(error instanceof Error ? error.name : "unreadable response");
  }
  const { success, hostname } = result;
  if (!success) {
    const serverError = result["error-codes"]?.find((code) => !clientErrors.has(code));
    return serverError === undefined ? "wrong" : failed(serverError.slice(0, 100));
  }
  if (hostname !== undefined && (await captchaHosts(context, appId)).has(hostname.toLowerCase())) return "right";
  context.log.warn({ event: "captcha-foreign-host", provider: name }, "a captcha was solved on another site");
  return "wrong";
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxResponseBytes) throw new RangeError("The response is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Host names of the pages that may show the captcha: those of the app, the hosted pages and the member site. */
async function captchaHosts({ db, site, config }: ServerContext, appId: string | undefined): Promise<Set<string>> {
  const app = appId === undefined ? undefined : await findApp(db, site.id, appId);
  const addresses = [config.publicUrl, config.siteUrl ?? config.publicUrl];
  for (const address of [...(app?.origins ?? []), ...(app?.redirect_uris ?? [])])
    if (/^https?:/i.test(address)) addresses.push(address);
  return new Set(addresses.map((address) => new URL(address).hostname));
}
