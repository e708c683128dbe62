import { randomUUID } from "node:crypto";
import { createApiKey, createMember } from "@porchlight/server/operations";
import { compareLoad, connections, formatLoad, type LoadTarget, send } from "./load.ts";
import { type Bench, requestToken, startBench } from "./product.ts";
import { benchRefusedSignIns } from "./refused-sign-ins.ts";
import { type Benchmark, median, percent, type Row } from "./report.ts";
import { benchTotpSignIns } from "./totp-sign-ins.ts";

const renewalsTarget = 1_500;
/** Relative to a server that only checks a password per request. */
const signInTarget = 0.85;
/** Relative to the bare server, which checks the member's session and sends the same response. */
const sessionTarget = 0.8;
/** Finds a valid session of the member, and responds with the text of `$3`. */
const bareSession = `
  select $3::text as body from members m where m.site_id = $1 and m.id = $2 and exists (
    select from sessions s where s.site_id = m.site_id and s.subject_id = m.id and s.revoked_at is null and s.expires_at > now())`;
const parallelSignIns = 60;
/** Milliseconds. Source: security requirements §3.6. */
const readTarget = 200;
/** Seconds. */
const round = 5;
const password = "correct horse battery staple";

/** Renewals, sign-ins, their effect on concurrent reads, and the cost of a token. */
export const benchAuth: Benchmark = async (say) => {
  say("starting the product and the bare server");
  await using bench = await startBench({ site: false, statements: { session: bareSession } });
  say(`making ${parallelSignIns} members`);
  for (let n = 0; n < parallelSignIns; n++)
    await createMember(bench.context, { kind: "owner" }, { email: emailOf(n), password });
  const tokenOf = await tokenIssuer(bench);
  const rows = [
    await benchRenewals(bench, say),
    await benchSignIns(bench, say),
    await benchTotpSignIns(bench, tokenOf, say),
    await benchSessionChecks(bench, tokenOf, say),
    await benchRefusedSignIns(bench, say),
    await benchReadsBesideSignIns(bench, say),
    await benchTokenChecks(bench, tokenOf, say),
    await benchFirstChecks(bench, say),
  ];
  return { title: `Sign-in: ${connections} connections; requests/s, p50 / p99`, rows };
};

const emailOf = (number: number) => `member-${number}@example.com`;

/** Each connection renews its own session, with the token of the previous renewal. */
async function benchRenewals({ productUrl, bareUrl, clientId }: Bench, say: (line: string) => void): Promise<Row> {
  say("renewals");
  const { product, bare } = await compareLoad({
    product: await renewals(productUrl, { productUrl, clientId }, (refreshToken) => ({
      path: "/oauth2/token",
      body: { grantType: "refresh_token", clientId, refreshToken },
    })),
    bare: await renewals(bareUrl, { productUrl, clientId }, (refreshToken) => ({
      path: "/renew",
      body: { refreshToken },
    })),
  });
  return {
    what: "renewals, rotating",
    product: formatLoad(product),
    reference: formatLoad(bare),
    relation: percent(product.perSecond / bare.perSecond),
    target: `≥ ${renewalsTarget.toLocaleString("en")}/s`,
    met: product.perSecond >= renewalsTarget,
  };
}

async function renewals(
  url: string,
  { productUrl, clientId }: Pick<Bench, "productUrl" | "clientId">,
  call: (refreshToken: string) => { path: string; body: object },
): Promise<LoadTarget> {
  const tokens: string[] = [];
  for (let n = 0; n < connections; n++)
    tokens.push((await requestToken(productUrl, { grantType: "anonymous", clientId })).refresh_token);
  return {
    url,
    requests: (connection) => [
      {
        method: "POST",
        path: call("").path,
        headers: { "content-type": "application/json" },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(call(tokens[connection]!).body) }),
        onResponse(status, body) {
          if (status === 200) tokens[connection] = (JSON.parse(body) as { refresh_token: string }).refresh_token;
        },
      },
    ],
  };
}

function signIns({ productUrl, visitorToken }: Bench): LoadTarget {
  return {
    url: productUrl,
    requests: (connection) => [
      {
        method: "POST",
        path: "/_api/iam/authentication/v2/login",
        headers: { "content-type": "application/json", authorization: visitorToken },
        body: JSON.stringify({ loginId: { email: emailOf(connection) }, password }),
      },
    ],
  };
}

async function benchSignIns(bench: Bench, say: (line: string) => void): Promise<Row> {
  say("sign-ins");
  const { product, bare } = await compareLoad({
    product: signIns(bench),
    bare: {
      url: bench.bareUrl,
      requests: () => [
        {
          method: "POST",
          path: "/argon2id",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ password }),
        },
      ],
    },
  });
  const ratio = product.perSecond / bare.perSecond;
  return {
    what: "sign-ins by password",
    product: formatLoad(product),
    reference: formatLoad(bare),
    relation: percent(ratio),
    target: `≥ ${percent(signInTarget)}`,
    met: ratio >= signInTarget,
  };
}

/** One client that reads continuously, first alone and then while 60 others sign in continuously. */
async function benchReadsBesideSignIns(bench: Bench, say: (line: string) => void): Promise<Row> {
  say(`reads beside ${parallelSignIns} sign-ins`);
  const alone = await readFor(bench, round);
  const signingIn = send(signIns(bench), round + 1, parallelSignIns);
  const beside = await readFor(bench, round);
  await signingIn;
  return {
    what: `a read beside ${parallelSignIns} parallel sign-ins, median`,
    product: `${beside.toFixed(1)} ms`,
    reference: `${alone.toFixed(1)} ms without them`,
    relation: `${(beside / alone).toFixed(1)} ×`,
    target: `< ${readTarget} ms`,
    met: beside < readTarget,
  };
}

/** Requests the current member, as pages do to determine who is signed in. */
async function benchSessionChecks(
  bench: Bench,
  tokenOf: (memberId: string) => Promise<string>,
  say: (line: string) => void,
): Promise<Row> {
  say("session checks");
  const { id } = await createMember(bench.context, { kind: "owner" }, { email: "session@example.com", password });
  const authorization = await tokenOf(id);
  const request = { path: "/members/v1/members/my", headers: { authorization } };
  const answer = await fetch(bench.productUrl + request.path, { headers: request.headers });
  const body = (await answer.json()) as object;
  const { product, bare } = await compareLoad({
    product: { url: bench.productUrl, requests: () => [{ method: "GET", ...request }] },
    bare: {
      url: bench.bareUrl,
      requests: () => [
        {
          method: "POST",
          path: "/sql/session",
          headers: { "content-type": "application/json" },
          body: JSON.stringify([bench.context.site.id, id, JSON.stringify(body)]),
        },
      ],
    },
  });
  const ratio = product.perSecond / bare.perSecond;
  return {
    what: "session check: the current member",
    product: formatLoad(product),
    reference: formatLoad(bare),
    relation: percent(ratio),
    target: `≥ ${percent(sessionTarget)}`,
    met: ratio >= sessionTarget,
  };
}

/** The cost of a member's token per request: the same public call with and without one. */
async function benchTokenChecks(
  bench: Bench,
  tokenOf: (memberId: string) => Promise<string>,
  say: (line: string) => void,
): Promise<Row> {
  say("calls with a token, and without");
  const { id } = await createMember(bench.context, { kind: "owner" }, { email: "token@example.com", password });
  const authorization = await tokenOf(id);
  const call = (headers: Record<string, string>): LoadTarget => ({
    url: bench.productUrl,
    requests: () => [{ method: "GET", path: "/_api/porchlight/v1/auth/captcha", headers }],
  });
  const { product, bare } = await compareLoad({ product: call({ authorization }), bare: call({}) });
  const microseconds = 1e6 / product.perSecond - 1e6 / bare.perSecond;
  return {
    what: "a call with a member's token",
    product: formatLoad(product),
    reference: `${formatLoad(bare)} without one`,
    relation: `${microseconds.toFixed(0)} µs a request`,
  };
}

/** A token that this process has not verified yet; verified ones are cached. */
async function benchFirstChecks({ context }: Bench, say: (line: string) => void): Promise<Row> {
  say("first checks of tokens");
  const claims = { subjectId: randomUUID(), appId: randomUUID(), sessionId: randomUUID(), role: "visitor" } as const;
  const sessionEnd = new Date(Date.now() + 3_600_000);
  const sign = async () => (await context.accessTokens.sign({ ...claims, sessionEnd }, new Date())).token;
  const tokens = await Promise.all(Array.from({ length: 4_000 }, sign));
  const check = async (from: number, to: number) => {
    const startedAt = performance.now();
    for (const token of tokens.slice(from, to))
      if (!(await context.accessTokens.verify(token, new Date()))) throw new Error("A token of this site is refused.");
    return ((performance.now() - startedAt) / (to - from)) * 1_000;
  };
  await check(0, 2_000);
  const first = await check(2_000, 4_000);
  const again = await check(2_000, 4_000);
  return {
    what: "the first check of a token, alone",
    product: `${first.toFixed(0)} µs`,
    reference: `${again.toFixed(1)} µs when it comes again`,
    relation: `${Math.round(first / again).toLocaleString("en")} ×`,
  };
}

/** Returns a function that issues access tokens of members without a sign-in. */
async function tokenIssuer({
  productUrl,
  visitorToken,
  context,
}: Bench): Promise<(memberId: string) => Promise<string>> {
  const { key } = await createApiKey(context, { kind: "owner" }, { name: "Bench", role: "admin" });
  return async (memberId) => {
    const answer = await fetch(`${productUrl}/oauth2/token`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `${visitorToken},${key}` },
      body: JSON.stringify({ grant_type: "authorized_client", scope: "offline_access", member_id: memberId }),
    });
    if (!answer.ok) throw new Error(`A member's tokens are answered ${answer.status}.`);
    return ((await answer.json()) as { access_token: string }).access_token;
  };
}

async function readFor({ productUrl, visitorToken }: Bench, seconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const answer = await fetch(`${productUrl}/v3/posts`, { headers: { authorization: visitorToken } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`Reading answers ${answer.status}.`);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
