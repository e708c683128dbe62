import type { AuthStrategy, Connection, RenewalPolicy } from "./auth/strategies/auth-strategy.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import { type ClientEvent, type ClientEvents, createEmitter } from "./events.ts";
import { type Hosts, resolveHosts } from "./http/hosts.ts";
import { createTransport, type Module } from "./transport.ts";

/** Options of {@link createClient}. */
export interface ClientOptions<Face, Modules extends Record<string, Module<object>>> {
  /** Base URL of the server, such as `http://localhost:4000`, or `hostedPlatform`. */
  host: string | Hosts;
  auth: AuthStrategy<Face>;
  /** Only what is named here is in the bundle: `{ posts, members }` makes `client.posts` and `client.members`. */
  modules?: Modules;
  /** Used for every request, tokens included; the global one unless given. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every call of a module, and with `fetch`. */
  headers?: Readonly<Record<string, string>>;
  /** `patient` unless given. */
  renewalPolicy?: RenewalPolicy;
  /** False sends the calls of modules to the API host too, where there are two. */
  useCDN?: boolean;
  /** Clock, timers, page: for tests and for runtimes that keep them elsewhere. */
  environment?: Partial<Environment>;
  /** Whether a session comes back from an outage between calls too, by a timer; in browser pages unless given. */
  background?: boolean;
  /** {@link requestEvents} makes one: stands between the client and its `fetch`. */
  observe?: (connection: Connection) => Connection;
}

/** A client with its modules. */
export type Client<Face, Modules extends Record<string, Module<object>>> = ClientBase<Face> & {
  readonly [Name in keyof Modules]: ReturnType<Modules[Name]>;
};

/** What every client has, whatever its modules. */
export interface ClientBase<Face> {
  readonly auth: Face;
  /** Whether a member is signed in, an outage notwithstanding. */
  loggedIn(): boolean;
  /**
   * A fetch of this client's API host, for what no module covers. A path goes to the host, below its own path; an address that
   * begins with `https://` goes where it says, with the access token. Sends the client's headers too, and text as JSON unless
   * `init` says otherwise. It answers whatever comes, is not repeated, and has 30 seconds until the answer begins.
   *
   * @throws {PorchlightError} kind `network`, `timeout`, `aborted`. Source: wire.md, "GraphQL and raw calls".
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /**
   * A fetch of any address in the caller's name: hand the access token to hosts that you trust alone.
   *
   * @throws {PorchlightError} As for {@link fetch}.
   */
  fetchWithAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /** Calls `listener` until the answer is called. */
  on<Name extends ClientEvent>(name: Name, listener: (event: ClientEvents[Name]) => void): () => void;
}

/**
 * A client of one site.
 *
 * ```ts
 * const client = createClient({ host: "http://localhost:4000", auth: OAuthStrategy({ clientId }), modules: { posts } });
 * const { posts: latest } = await client.posts.listPosts({ paging: { limit: 10 } });
 * ```
 */
export function createClient<Face, Modules extends Record<string, Module<object>> = Record<never, never>>(
  options: ClientOptions<Face, Modules>,
): Client<Face, Modules> {
  const hosts = resolveHosts(options.host);
  const environment = createEnvironment(options.environment);
  const emitter = createEmitter();
  // A stored reference would lose its `this` in some browsers, and a global one may be replaced later.
  const send: typeof fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  const { useCDN, renewalPolicy, background = !!environment.page(), observe = (plain: Connection) => plain } = options;
  const connection = observe({ hosts, fetch: send, environment, emitter, useCDN, renewalPolicy, background });
  const { auth: face, authorizer, session, ...strategyOptions } = options.auth.connect(connection);
  const transport = createTransport({
    ...connection,
    authorizer,
    host: useCDN === false ? "api" : "edge",
    headers: options.headers,
    consistent: true,
    ...strategyOptions,
  });
  const client: ClientBase<Face> & Record<string, unknown> = {
    auth: face,
    loggedIn: () => session().role === "member",
    on: emitter.on,
    fetch: (path, init) => transport.fetch(path, init, true),
    fetchWithAuth: (input, init) => transport.fetch(input, init),
  };
  for (const [name, module] of Object.entries(options.modules ?? {})) {
    client[name] = module(transport);
  }
  return client as unknown as Client<Face, Modules>;
}
