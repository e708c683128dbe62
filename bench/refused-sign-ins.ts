import { createMember } from "@porchlight/server/operations";
import type { Bench } from "./product.ts";
import { median, type Row } from "./report.ts";

/** Of each kind. */
const tries = 200;
/** Not measurable over a network, whose own variance is larger. */
const target = 1.05;

/** Whether the time of a rejected sign-in reveals that an account exists: alternates the kinds of attempts. */
export async function benchRefusedSignIns(bench: Bench, say: (line: string) => void): Promise<Row> {
  say("refused sign-ins");
  const [existing, passwordless] = ["refused@example.com", "passwordless@example.com"];
  for (const email of [existing, passwordless])
    await createMember(bench.context, { kind: "owner" }, { email, password: "correct horse battery staple" });
  await bench.sql.query("update members set password_hash = null where email = $1", [passwordless]);
  const kinds = {
    unknown: (n: number) => `nobody-${n}@example.com`,
    wrong: () => existing,
    without: () => passwordless,
  };
  const times = { unknown: [] as number[], wrong: [] as number[], without: [] as number[] };
  const names = ["unknown", "wrong", "without"] as const;
  // Warm-up attempts are not counted.
  for (let n = -20; n < tries; n++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(Math.abs(n) + turn) % names.length]!;
      const time = await refusedIn(bench, kinds[name](n));
      if (n >= 0) times[name].push(time);
    }
  }
  const [wrong, without] = [relationTo(times.unknown, times.wrong), relationTo(times.unknown, times.without)];
  const inMs = (values: number[]) => `${median(values).toFixed(1)} ms`;
  return {
    what: "a refused sign-in of nobody, median",
    product: inMs(times.unknown),
    reference: `${inMs(times.wrong)} with a wrong password, ${inMs(times.without)} of a member without one`,
    relation: `${wrong.toFixed(2)} ×, ${without.toFixed(2)} ×`,
    target: `≤ ${target} × either way`,
    met: [wrong, without].every((relation) => Math.max(relation, 1 / relation) <= target),
  };
}

/** The median ratio of adjacent attempts, so that other load affects both equally. */
const relationTo = (first: readonly number[], second: readonly number[]) =>
  median(first.map((time, index) => (second[index] ?? time) / time));

async function refusedIn({ productUrl, visitorToken }: Bench, email: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${productUrl}/_api/iam/authentication/v2/login`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: visitorToken },
    body: JSON.stringify({ loginId: { email }, password: "incorrect horse battery staple" }),
  });
  const body = (await answer.json()) as { details?: { applicationError?: { code?: string } } };
  const time = performance.now() - startedAt;
  const code = body.details?.applicationError?.code;
  if (code !== "-19976") throw new Error(`A refused sign-in is answered ${answer.status} ${code}.`);
  return time;
}
