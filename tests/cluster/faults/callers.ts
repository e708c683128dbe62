import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isPorchlightError } from "@porchlight/client";
import { visitorOf } from "../clients.ts";
import type { Cluster } from "../topology/cluster.ts";

/** What the callers of a cluster observed. */
export interface Observations {
  succeeded: number;
  /** Calls without a result: no response, or an error that says that the service is unavailable. */
  failed: number;
  /** Failed calls by error. */
  failures: Map<string, number>;
  /** When a call failed for the last time; `performance.now()`. */
  lastFailureAt: number | undefined;
  /** The longest call, in milliseconds. */
  slowestMs: number;
  /** Ids of items whose insert was acknowledged. */
  acknowledged: Set<string>;
  /** Reads that contradict what the same caller wrote before, and errors that no fault explains. */
  wrong: string[];
}

/** Members and visitors who write and read until they are stopped. */
export interface Callers {
  readonly observations: Observations;
  /** Waits until each caller has had `count` more calls that succeeded, without a failure in between. */
  waitUntilStable(count: number, limitMs: number): Promise<void>;
  /** Calls before now do not count for {@link waitUntilStable}. */
  restartStreaks(): void;
  stop(): Promise<void>;
}

const collectionId = "Records";
const password = "a long walk by the sea";
const callersOfKind = 3;
const pauseMs = 30;
/** Statuses of a load balancer or server that could not process a request. */
const explainedStatuses = new Set([429, 502, 503, 504]);

/** Creates the collection that callers write to. */
export async function prepareCallers(cluster: Cluster, owner: OwnerCalls): Promise<void> {
  await cluster.command("setting", "set", "emailVerification", "off");
  const permissions = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ADMIN" } as const;
  await owner.collections.createDataCollection({ _id: collectionId, permissions });
}

type OwnerCalls = { collections: { createDataCollection(collection: object): Promise<unknown> } };

/** Starts members and visitors whose requests go through the load balancer. */
export async function startCallers(cluster: Cluster): Promise<Callers> {
  const observations: Observations = {
    succeeded: 0,
    failed: 0,
    failures: new Map(),
    lastFailureAt: undefined,
    slowestMs: 0,
    acknowledged: new Set(),
    wrong: [],
  };
  const stopping = new AbortController();
  /** Calls of each caller that succeeded since its last failure. */
  const streaks: number[] = [];

  const startCaller = (name: string, { client }: ReturnType<typeof visitorOf>, isMember: boolean, email?: string) => {
    const index = streaks.push(0) - 1;
    const attempt = async <Result>(what: string, call: () => Promise<Result>): Promise<Result | undefined> => {
      const startedAt = performance.now();
      try {
        const result = await call();
        observations.succeeded += 1;
        streaks[index]! += 1;
        return result;
      } catch (error) {
        const { status, kind, code } = isPorchlightError(error) ? error : { kind: "other", code: String(error) };
        const isExplained = explainedStatuses.has(status ?? 0) || kind === "network" || kind === "timeout";
        if (!isExplained) observations.wrong.push(`${name}: ${what} failed with ${status ?? ""} ${code}`);
        const key = `${what}: ${status ?? code}`;
        observations.failures.set(key, (observations.failures.get(key) ?? 0) + 1);
        observations.failed += 1;
        observations.lastFailureAt = performance.now();
        streaks[index] = 0;
        return undefined;
      } finally {
        observations.slowestMs = Math.max(observations.slowestMs, performance.now() - startedAt);
      }
    };
    return run(name, client, observations, attempt, stopping.signal, isMember ? email : undefined);
  };

  const members = await Promise.all(
    Array.from({ length: callersOfKind }, async () => {
      const email = `${randomUUID()}@example.com`;
      const visitor = visitorOf(cluster);
      const registered = await visitor.client.auth.register({ email, password });
      if (registered.loginState !== "SUCCESS") throw new Error(JSON.stringify(registered));
      await visitor.client.auth.completeLogin(registered.data.sessionToken);
      return { visitor, email };
    }),
  );
  const running = [
    ...members.map(({ visitor, email }, number) => startCaller(`member ${number}`, visitor, true, email)),
    ...Array.from({ length: callersOfKind }, (_, number) =>
      startCaller(`visitor ${number}`, visitorOf(cluster), false),
    ),
  ];
  return {
    observations,
    async waitUntilStable(count, limitMs) {
      const end = performance.now() + limitMs;
      while (!streaks.every((streak) => streak >= count)) {
        if (performance.now() > end)
          throw new Error(`Calls still fail: ${[...observations.failures.keys()].join(", ")}`);
        await sleep(100);
      }
    },
    restartStreaks() {
      streaks.fill(0);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

type Attempt = <Result>(what: string, call: () => Promise<Result>) => Promise<Result | undefined>;

/** Writes records, and compares each read with what was acknowledged to this caller. */
async function run(
  name: string,
  client: ReturnType<typeof visitorOf>["client"],
  { acknowledged, wrong }: Observations,
  attempt: Attempt,
  signal: AbortSignal,
  email: string | undefined,
): Promise<void> {
  const caller = randomUUID();
  const ownIds = new Set<string>();
  let attempts = 0;
  const register = { _id: `register-${caller}`, caller: `register of ${caller}` };
  let stored: number | undefined;
  /** Values whose save got no response: they may be stored at any time. */
  const unknown = new Set<number>();
  while (!signal.aborted) {
    attempts += 1;
    const value = attempts;
    const id = `record-${caller}-${value}`;
    if (await attempt("insert", () => client.items.insert(collectionId, { _id: id, caller, value }))) {
      acknowledged.add(id);
      ownIds.add(id);
      const found = await attempt("get", async () => ({ item: await client.items.get(collectionId, id) }));
      if (found && found.item?.value !== value) wrong.push(`${name}: does not find ${id}, which it inserted`);
    }
    const saved = await attempt("save", () => client.items.save(collectionId, { ...register, value }));
    if (saved) stored = value;
    else unknown.add(value);
    const read = await attempt("get", async () => ({ item: await client.items.get(collectionId, register._id) }));
    const current = read?.item?.value as number | undefined;
    if (read && current !== stored && !(current !== undefined && unknown.has(current)))
      wrong.push(`${name}: reads ${current} instead of ${stored}`);
    const list = await attempt("query", () => client.items.query(collectionId).eq("caller", caller).count());
    if (list !== undefined && (list < ownIds.size || list > attempts))
      wrong.push(`${name}: counts ${list} records, but ${ownIds.size} were acknowledged`);
    if (email !== undefined) {
      const me = await attempt("profile", () => client.members.getCurrentMember({ fieldsets: ["FULL"] }));
      if (me && me.member?.loginEmail !== email) wrong.push(`${name}: is ${me.member?.loginEmail} instead of ${email}`);
      if (attempts % 10 === 0)
        await attempt("renew", async () => {
          const { refreshToken } = client.auth.getTokens();
          client.auth.setTokens(await client.auth.renewToken(refreshToken));
        });
    }
    await sleep(pauseMs);
  }
}
