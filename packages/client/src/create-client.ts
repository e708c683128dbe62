import type { AuthStrategy } from "./auth/auth-strategy.ts";
import type { RenewalPolicy } from "./auth/token-session.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import { type ClientEvent, type ClientEvents, createEmitter } from "./events.ts";
import { type Hosts, resolveHosts } from "./hosts.ts";
import { createTransport, type Transport } from "./transport.ts";

/** A group of calls, such as `posts`: made once per client, from its transport. */
export type Module<Calls extends object> = (transport: Transport) => Calls;

export interface ClientOptions<Face, Modules extends Record<string, Module<object>>> {
  /** Base URL of the server, such as `http://localhost:4000`, or `hostedPlatform`. */
  host: string | Hosts;
  auth: AuthStrategy<Face>;
  /** Only what is named here is in the bundle: `{ posts, members }` makes `client.posts` and `client.members`. */
  modules?: Modules;
  /** Used for every request, tokens included; the global one unless given. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every call of a module. */
  headers?: Readonly<Record<string, string>>;
  /** `patient` unless given. */
  renewalPolicy?: RenewalPolicy;
  /** False sends the calls of modules to the API host too, where there are two. */
  useCDN?: boolean;
  /** Clock, timers, page, locks: for tests and for runtimes that keep them elsewhere. */
  environment?: Partial<Environment>;
  /** Whether a session comes back from an outage between calls too, by a timer; in browser pages unless given. */
  background?: boolean;
}

export type Client<Face, Modules extends Record<string, Module<object>>> = ClientBase<Face> & {
  readonly [Name in keyof Modules]: ReturnType<Modules[Name]>;
};

export interface ClientBase<Face> {
  readonly auth: Face;
  /** Whether a member is signed in, an outage notwithstanding. */
  loggedIn(): boolean;
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
  const { face, authorizer, session, ...own } = options.auth.connect({
    ...options,
    hosts,
    fetch: send,
    environment,
    emitter,
    renewalPolicy: options.renewalPolicy ?? "patient",
    background: options.background ?? environment.page() !== undefined,
  });
  const transport = createTransport({
    baseUrl: options.useCDN === false ? hosts.api : hosts.edge,
    fetch: send,
    environment,
    authorizer,
    headers: options.headers,
    consistent: true,
    ...own,
  });
  const client: Record<string, unknown> = {
    auth: face,
    loggedIn: () => session().role === "member",
    on: emitter.on,
  };
  for (const [name, module] of Object.entries(options.modules ?? {})) client[name] = module(transport);
  return client as unknown as Client<Face, Modules>;
}
