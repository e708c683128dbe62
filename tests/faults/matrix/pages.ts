import {
  type Page as BrowserPage,
  type ClientEvent,
  cookieTokenStorage,
  createClient,
  localTokenStorage,
  memoryTokenStorage,
  OAuthStrategy,
  sessionTokenStorage,
  type TokenStorage,
  type Tokens,
  tabLock,
} from "@porchlight/client";
import { members } from "@porchlight/client/members";
import { ServerSessionStrategy } from "@porchlight/client/session";
import { Tab } from "./browser.ts";
import { isHidden, type StorageKind } from "./cases.ts";
import { host, type World } from "./world.ts";

export interface PageOptions {
  /** Options of the client. */
  tokens?: Tokens;
  /** The previous page in this tab. */
  before?: Page;
  /** Replaces the storage of this kind. */
  storageOf?: (tab: Tab) => TokenStorage;
  /** The environment of the client. */
  page?: (tab: Tab) => BrowserPage;
}

/** A page with a client. */
export function openPage(world: World, kind: StorageKind, options: PageOptions = {}) {
  const { tokens, before } = options;
  const tab = new Tab(world, before?.tab);
  const events: ClientEvent[] = [];
  world.isSiteAffected = kind === "HttpOnly cookie, fault at the site";
  const client = tab.run(() => {
    const made = createClient({
      host,
      fetch: tab.fetch,
      auth: isHidden(kind)
        ? ServerSessionStrategy({ clientId: world.server.clientId })
        : OAuthStrategy({
            clientId: world.server.clientId,
            tokenStorage: (options.storageOf ?? ((own) => storageOf(kind, own)))(tab),
            ...(tokens && { tokens }),
          }),
      modules: { members },
      background: true,
      environment: {
        now: world.deviceTime,
        monotonic: world.elapsed,
        random: () => 0.5,
        setTimeout: (run, milliseconds) => world.setTimer(() => tab.run(run), milliseconds, tab),
        clearTimeout: (timer) => world.clearTimer(timer as number),
        page: () => options.page?.(tab),
        crypto: cryptoOf(world),
      },
    });
    for (const name of ["sessionLost", "signedOut", "degraded", "restored"] as const)
      made.on(name, () => void events.push(name));
    return made;
  });
  return { tab, client, events };
}

export type Page = ReturnType<typeof openPage>;

/** The real solver, which hashes in a thread: the simulated clock waits for it. */
const cryptoOf = (world: World) =>
  ({
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
    subtle: {
      digest: (name: string, bytes: BufferSource) => world.holding(() => crypto.subtle.digest(name, bytes)),
    },
  }) as Crypto;

function storageOf(kind: StorageKind, tab: Tab): TokenStorage {
  const { world } = tab;
  switch (kind) {
    case "memory":
      return memoryTokenStorage();
    case "sessionStorage":
      return sessionTokenStorage();
    case "localStorage":
      return localTokenStorage();
    case "localStorage, no locks": {
      const { lock: _lock, ...storage } = localTokenStorage();
      return storage;
    }
    case "cookie":
      return cookieTokenStorage();
    case "custom, synchronous":
      return {
        getTokens: () => world.own as Tokens | null,
        setTokens(tokens) {
          world.own = tokens;
        },
        lock: tabLock("own"),
      };
    case "custom, asynchronous":
      return {
        async getTokens() {
          await turn();
          return world.own as Tokens | null;
        },
        async setTokens(tokens) {
          await turn();
          if (tab.isOpen) world.own = tokens;
        },
        lock: tabLock("own"),
      };
    case "localStorage, blocked":
      return localTokenStorage({ key: "blocked-session" });
    case "localStorage, full":
      return localTokenStorage({ key: "full-session" });
    case "cookies, dropped":
      return cookieTokenStorage({ name: "dropped-session" });
    default:
      throw new Error(`${kind} is no token storage.`);
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
