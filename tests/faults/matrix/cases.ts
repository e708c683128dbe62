import { type Fault, faults } from "./faults.ts";

/** When the fault strikes. */
export const moments = ["boot", "renewal", "mid-call", "the call itself", "code exchange"] as const;
export type Moment = (typeof moments)[number];

/** Where the session is kept. */
export const storages = [
  "memory",
  "sessionStorage",
  "localStorage",
  "localStorage, no locks",
  "cookie",
  "own, synchronous",
  "own, asynchronous",
  "localStorage, blocked",
  "localStorage, full",
  "cookies, dropped",
] as const;
export type StorageKind = (typeof storages)[number];

/** Those that outlive a page. */
export const lastingStorages: readonly StorageKind[] = storages.slice(1, 7);
/** Those that tabs share: they have one session, the tabs of others one each. */
export const sharedStorages: readonly StorageKind[] = storages.slice(2, 7);

/** How far the device's clock is off, in hours; `set` ones change while the fault lasts. */
export const clocks = ["right", "5 h slow", "7 h fast", "set back 5 h", "set ahead 7 h"] as const;
export type ClockKind = (typeof clocks)[number];

export interface FaultCase {
  fault: Fault;
  moment: Moment;
  storage: StorageKind;
  tabs: 1 | 3;
  /** Whether the pages are loaded again while the fault lasts. */
  reload: boolean;
  clock: ClockKind;
  /** Whether every request meets the fault for half a minute, or only the first one. */
  lasts: boolean;
  /** Whether the server does its work before the fault strikes. */
  after: boolean;
}

const variantsEach = 5;

/**
 * Every fault at every moment, five times: each fault meets every storage and every clock, and tabs, reloads and the rest are
 * thrown for, always alike.
 */
export function makeCases(): FaultCase[] {
  const cases: FaultCase[] = [];
  const isHeads = coin(20_301);
  for (const [momentAt, moment] of moments.entries()) {
    for (const [faultAt, fault] of faults.entries()) {
      if (fault.callsOnly && moment !== "the call itself") continue;
      for (let variant = 0; variant < variantsEach; variant++) {
        const turn = faultAt + momentAt;
        const storage = storages[(variant + variantsEach * turn) % storages.length] as StorageKind;
        const reload = isHeads();
        cases.push({
          ...{ fault, moment, storage },
          tabs: isHeads() ? 1 : 3,
          reload: reload && lastingStorages.includes(storage),
          clock: clocks[(variant + turn) % clocks.length] as ClockKind,
          lasts: isHeads(),
          after: fault.mayComeAfter && isHeads(),
        });
      }
    }
  }
  return cases;
}

/** Throws the same each time. Source: xorshift32, G. Marsaglia, "Xorshift RNGs". */
function coin(seed: number): () => boolean {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 8) & 1) === 1;
  };
}

export const nameOf = ({ fault, moment, storage, tabs, reload, clock, lasts, after }: FaultCase): string =>
  [
    `${fault.name} at ${moment}`,
    storage,
    tabs === 1 ? "one tab" : `${tabs} tabs`,
    reload ? "reloaded" : "not reloaded",
    `clock ${clock}`,
    lasts ? "lasting" : "once",
    after ? "answer lost" : "request lost",
  ].join(" · ");
