import * as z from "zod";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";
import { type ExternalProviderName, externalProvider, type ProviderKeys } from "./providers.ts";

/** A provider that takes longer leaves the person without an answer. */
const timeoutMs = 5_000;
const answerMaxBytes = 64 * 1024;

/** What all of them answer. */
const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  "error-codes": z.array(z.string()).optional(),
});

/** These mean that the person's answer is wrong; others that ours is. */
const personsFault = new Set(["missing-input-response", "invalid-input-response", "timeout-or-duplicate"]);

export type ProviderResult = "right" | "wrong" | "unknown";

/**
 * Asks who has shown the captcha whether `token` is one that a person got at a page of this site or of the app. `unknown` when
 * the provider does not tell: it cannot be reached, takes more than five seconds, or finds fault with our secret.
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
  let answer: z.infer<typeof answerSchema>;
  try {
    const secret = context.secrets.unseal(Buffer.from(keys.secret, "base64"));
    const response = await fetch(externalProvider(context, name).verifyUrl, {
      method: "POST",
      body: new URLSearchParams({ secret, response: token, sitekey: keys.siteKey }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = answerSchema.parse(JSON.parse(await readText(response)));
  } catch (error) {
    return failed(error instanceof Error ? error.name : "unreadable answer");
  }
  const { success, hostname } = answer;
  if (!success) {
    const fault = answer["error-codes"]?.find((code) => !personsFault.has(code));
    return fault === undefined ? "wrong" : failed(fault.slice(0, 100));
  }
  if (hostname !== undefined && (await captchaHosts(context, appId)).has(hostname.toLowerCase())) return "right";
  context.log.warn(
    { event: "captcha-foreign-host", provider: name },
    "a captcha was solved at a page of somebody else",
  );
  return "wrong";
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerMaxBytes) throw new RangeError("The answer is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Host names of the pages at which somebody may sign in for this app: its own, the hosted ones, and those of the member site. */
async function captchaHosts({ db, site, config }: ServerContext, appId: string | undefined): Promise<Set<string>> {
  const app = appId === undefined ? undefined : await findApp(db, site.id, appId);
  const addresses = [config.publicUrl, config.siteUrl ?? config.publicUrl];
  for (const address of [...(app?.origins ?? []), ...(app?.redirect_uris ?? [])])
    if (/^https?:/i.test(address)) addresses.push(address);
  return new Set(addresses.map((address) => new URL(address).hostname));
}
