import { createMember } from "@porchlight/server/operations";
import { openAuthenticatorApp } from "../packages/server/test/auth/authenticator-app.ts";
import type { Bench } from "./product.ts";
import { median, percent, type Row } from "./report.ts";

const members = 40;
/** Relative to checking a password. */
const target = 0.85;
const password = "correct horse battery staple";

type Post = (path: string, body: object, authorization?: string) => Promise<Record<string, never>>;

/**
 * Measures sequential sign-ins with a password and a TOTP code, alternating with password checks of the bare server.
 *
 * @param tokenOf Returns an access token of a member, issued without a sign-in.
 */
export async function benchTotpSignIns(
  { productUrl, bareUrl, visitorToken, context }: Bench,
  tokenOf: (memberId: string) => Promise<string>,
  say: (line: string) => void,
): Promise<Row> {
  say("sign-ins with TOTP");
  const post = postTo(productUrl, visitorToken);
  const check = postTo(bareUrl);
  const times: Record<"product" | "bare", number[]> = { product: [], bare: [] };
  for (let n = 0; n < members; n++) {
    const email = `totp-${n}@example.com`;
    const { id } = await createMember(context, { kind: "owner" }, { email, password });
    const token = await tokenOf(id);
    const factors = "/_api/porchlight/v1/auth/factors";
    const { totp, factor } = (await post(factors, { type: "TOTP" }, token)) as unknown as {
      totp: { secret: string };
      factor: { id: string };
    };
    const app = openAuthenticatorApp(totp.secret);
    await post(`${factors}/${factor.id}/activate`, { code: app.nextCode() }, token);
    const signIn = async () => {
      const { stateToken } = await post("/_api/iam/authentication/v2/login", { loginId: { email }, password });
      const { state } = await post("/_api/iam/authentication/v2/TOTP/verify", {
        stateToken,
        totpData: { code: app.nextCode() },
      });
      if (state !== "SUCCESS") throw new Error(`A sign-in with TOTP ends as ${state}.`);
    };
    // The first members warm up both servers.
    const [product, bare] = [await timeOf(signIn), await timeOf(() => check("/argon2id", { password }))];
    if (n < members / 4) continue;
    times.product.push(product);
    times.bare.push(bare);
  }
  const [product, bare] = [median(times.product), median(times.bare)];
  return {
    what: "a sign-in with TOTP, alone",
    product: `${product.toFixed(1)} ms`,
    reference: `${bare.toFixed(1)} ms to check a password`,
    relation: percent(bare / product),
    target: `≥ ${percent(target)}`,
    met: bare / product >= target,
  };
}

const postTo =
  (url: string, defaultAuthorization?: string): Post =>
  async (path, body, authorization = defaultAuthorization) => {
    const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  };

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
