import { type Fault, faults } from "./faults.ts";

/** When the fault occurs. */
export const moments = [
  "page load",
  "renewal",
  "rejected token",
  "API call",
  "code exchange",
  "password login",
  "logout",
] as const;
export type Moment = (typeof moments)[number];

/** Where the session is stored. */
export const storages = [
  "memory",
  "sessionStorage",
  "localStorage",
  "localStorage, no locks",
  "cookie",
  "HttpOnly cookie, fault at the API",
  "HttpOnly cookie, fault at the site",
  "custom, synchronous",
  "custom, asynchronous",
  "localStorage, blocked",
  "localStorage, full",
  "cookies, dropped",
] as const;
export type StorageKind = (typeof storages)[number];

/** Whether a server of the site keeps the refresh token from its pages. */
export const isHidden = (storage: StorageKind): boolean => storage.startsWith("HttpOnly");

/** Storages that outlive a page. */
export const lastingStorages: readonly StorageKind[] = storages.slice(1, 9);
/** Storages shared by tabs, which then have one session. */
export const sharedStorages: readonly StorageKind[] = storages.slice(2, 9);

/** State of the device clock. `set back` and `set ahead`: it changes during the fault. */
export const clocks = ["correct", "5 h slow", "7 h fast", "set back 5 h", "set ahead 7 h"] as const;
export type ClockKind = (typeof clocks)[number];

export interface FaultCase {
  fault: Fault;
  moment: Moment;
  storage: StorageKind;
  tabs: 1 | 3;
  /** Whether pages are reloaded during the fault. */
  reload: boolean;
  clock: ClockKind;
  /** Whether the fault affects every request for 30 seconds or only the first one. */
  lasts: boolean;
  /** Whether the server handles the request before the fault. */
  after: boolean;
  /** The part of a URL that the first affected request has. */
  path: string | undefined;
}

/** The requests of a password login. */
const loginPaths = ["/v2/login", "/redirect-session", "/oauth2/token"] as const;

export const variantsEach = 5;

/**
 * Every fault at every moment, five times: each fault is combined with every storage and clock; the other parameters
 * are pseudo-random.
 */
export function makeCases(): FaultCase[] {
  const cases: FaultCase[] = [];
  const flip = createCoin(20_301);
  for (const [momentAt, moment] of moments.entries()) {
    for (const [faultAt, fault] of faults.entries()) {
      if (fault.callsOnly && moment !== "API call") continue;
      for (let variant = 0; variant < variantsEach; variant++) {
        const turn = faultAt + momentAt;
        const storage = storages[(variant + variantsEach * turn) % storages.length] as StorageKind;
        const reload = flip();
        cases.push({
          ...{ fault, moment, storage },
          tabs: flip() ? 1 : 3,
          reload: reload && lastingStorages.includes(storage),
          clock: clocks[(variant + turn) % clocks.length] as ClockKind,
          lasts: flip(),
          after: fault.mayComeAfter && flip(),
          path: moment === "password login" ? loginPaths[(variant + faultAt) % loginPaths.length] : undefined,
        });
      }
    }
  }
  return cases;
}

/** Deterministic random numbers. Source: xorshift32, G. Marsaglia, "Xorshift RNGs". */
function createCoin(seed: number): () => boolean {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 8) & 1) === 1;
  };
}

export const nameOf = ({ fault, moment, storage, tabs, reload, clock, lasts, after, path }: FaultCase): string =>
  [
    `${fault.name} at ${moment}${path ? ` (${path})` : ""}`,
    storage,
    tabs === 1 ? "one tab" : `${tabs} tabs`,
    reload ? "reloaded" : "not reloaded",
    `clock ${clock}`,
    lasts ? "lasting" : "once",
    after ? "response lost" : "request lost",
  ].join(" · ");
