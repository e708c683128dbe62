import type { AuthStrategy, Connection, RenewalPolicy } from "./auth/strategies/auth-strategy.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import { requireOption } from "./errors.ts";
import { type ClientEvent, type ClientEvents, createEmitter } from "./events.ts";
import { type Hosts, resolveHosts } from "./http/hosts.ts";
import { isFunction } from "./http/response.ts";
import { withTimeout } from "./http/with-timeout.ts";
import type { GraphqlCall } from "./modules/graphql.ts";
import { callTimeoutMs, createTransport, type Module } from "./transport.ts";

/** Options of {@link createClient}. */
export interface ClientOptions<Auth, Modules extends Record<string, Module<object>>> {
  /** Base URL of the server, such as `http://localhost:4000`, or `hostedPlatform`. */
  host: string | Hosts;
  auth: AuthStrategy<Auth>;
  /** Only these modules are bundled: `{ posts, members }` creates `client.posts` and `client.members`. */
  modules?: Modules;
  /** Used for every request, including tokens. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every module call and with `client.fetch`. */
  headers?: Readonly<Record<string, string>>;
  /** Default: `patient`. */
  renewalPolicy?: RenewalPolicy;
  /** `false` sends module calls to the API host too, if there are two hosts. */
  useCDN?: boolean;
  /** Clock, timers and page, for tests and special runtimes. */
  environment?: Partial<Environment>;
  /** Whether a timer retries a suspended session between calls. Default: only in browser pages. */
  background?: boolean;
  /** Instruments the client's requests; see {@link requestEvents}. */
  observe?: (connection: Connection) => Connection;
}

/** A client with its modules. */
export type Client<Auth, Modules extends Record<string, Module<object>>> = ClientBase<Auth> & {
  readonly [Name in keyof Modules]: ReturnType<Modules[Name]>;
};

/** Properties of every client. */
export interface ClientBase<Auth> {
  readonly auth: Auth;
  /** Whether a member is signed in, also during an outage. */
  loggedIn(): boolean;
  /**
   * Fetches from this client's API host, for calls that no module covers. A path is relative to the host; an `https://`
   * URL is used as is, with the access token. Adds the client's headers, and the JSON content type for text bodies by
   * default. Returns every response without retries. Timeout: 30 seconds until the response starts.
   *
   * @throws {PorchlightError} kind `network`, `timeout`, `aborted`. Source: wire.md, "GraphQL and raw calls".
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Fetches any URL with the caller's access token: only use it for trusted hosts.
   *
   * @throws {PorchlightError} As for {@link fetch}.
   */
  fetchWithAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /** Sends a GraphQL request to the API host; see {@link GraphqlCall}. */
  readonly graphql: GraphqlCall;
  /** Adds a listener; returns a function that removes it. */
  on<Name extends ClientEvent>(name: Name, listener: (event: ClientEvents[Name]) => void): () => void;
}

/**
 * Creates a client of one site.
 *
 * ```ts
 * const auth = OAuthStrategy({ clientId });
 * const client = createClient({ host: "http://localhost:4000", auth, modules: { posts } });
 * const { posts: latest } = await client.posts.listPosts({ paging: { limit: 10 } });
 * ```
 *
 * @throws {PorchlightError} `INVALID_OPTION`, naming the option.
 */
export function createClient<Auth, Modules extends Record<string, Module<object>> = Record<never, never>>(
  options: ClientOptions<Auth, Modules>,
): Client<Auth, Modules> {
  const hosts = resolveHosts(options.host);
  requireOption(isFunction(options.auth?.connect), "createClient: auth", "a strategy, such as OAuthStrategy()");
  requireOption(!options.fetch || isFunction(options.fetch), "createClient: fetch", "a function");
  const environment = createEnvironment(options.environment);
  const emitter = createEmitter();
  // A stored reference loses its `this` in some browsers, and the global function may be replaced later.
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
  const client: ClientBase<Auth> & Record<string, unknown> = {
    auth: face,
    loggedIn: () => session().role === "member",
    on: emitter.on,
    fetch: (path, init) => transport.fetch(path, init, true),
    fetchWithAuth: (input, init) => transport.fetch(input, init),
    async graphql(query, variables, options) {
      const load = () => import("./modules/graphql.ts");
      const { graphql } = await withTimeout(environment, callTimeoutMs, options?.signal, load);
      return graphql(transport)(query, variables, options);
    },
  };
  for (const [name, module] of Object.entries(options.modules ?? {})) {
    requireOption(isFunction(module), `createClient: modules.${name}`, "a module");
    client[name] = module(transport);
  }
  return client as unknown as Client<Auth, Modules>;
}
