import type { AuthStrategy, ConnectedStrategy, Connection } from "../auth/strategies/auth-strategy.ts";
import { type Client, type ClientOptions, createClient as createBaseClient } from "../create-client.ts";
import { resolveHosts } from "../http/hosts.ts";
import { isFunction } from "../http/response.ts";
import { graphql } from "../modules/graphql.ts";
import { type ClientTransport, createTransport, type Module } from "../transport.ts";
import { type WebhookClient, withWebhooks } from "../webhooks/webhook-handler.ts";
import { setMediaHost } from "./media.ts";

type Modules = Record<string, Module<object>>;

/** What clients of the platform's SDK have in addition. */
export interface CompatCalls extends Omit<WebhookClient, "use"> {
  /** Adds headers to every later call of a module and of `client.fetch`. */
  setHeaders(headers: Readonly<Record<string, string>>): void;
  /**
   * Returns the calls of a module or of several modules, or a function that registers handlers of an event:
   * `client.use(posts).listPosts()`, `client.use(webhooks.apps.AppInstalled)(handler)`.
   */
  use: WebhookClient["use"] &
    (<Calls extends object>(module: Module<Calls>) => Calls) &
    (<Used extends Modules>(modules: Used) => { readonly [Name in keyof Used]: ReturnType<Used[Name]> });
}

/** Options of {@link createClient}. */
export interface CompatOptions<Auth, Used extends Modules> extends Omit<ClientOptions<Auth, Used>, "auth"> {
  /** A strategy, or a function that returns one. */
  auth: AuthStrategy<Auth> | (() => AuthStrategy<Auth>);
}

/** A client with the interface of the platform's SDK. */
export type CompatClient<Auth, Used extends Modules> = Client<Auth, Used> & CompatCalls;

/**
 * Creates a client with the interface of the platform's SDK: `createClient` of this package, and `graphql`, `use`,
 * `setHeaders` and `webhooks`. Only `host` is new.
 *
 * @throws {PorchlightError} `INVALID_OPTION`, naming the option.
 */
export function createClient<Auth extends object, Used extends Modules = Record<never, never>>(
  options: CompatOptions<Auth, Used>,
): CompatClient<Auth, Used> {
  let parts: [Connection, ConnectedStrategy<Auth>] | undefined;
  const strategy = typeof options.auth === "function" ? options.auth() : options.auth;
  const auth = strategy && {
    connect(connection: Connection) {
      const connected = strategy.connect(connection);
      parts = [connection, connected];
      return connected;
    },
  };
  const base = createBaseClient({ ...options, auth, modules: {} });
  const [connection, { auth: _auth, session: _session, ...connected }] = parts as unknown as NonNullable<typeof parts>;
  setMediaHost(resolveHosts(options.host).api);
  let headers = { ...options.headers };
  const open = () =>
    createTransport({
      ...connection,
      host: options.useCDN === false ? "api" : "edge",
      headers,
      consistent: true,
      ...connected,
    });
  let current = open();
  const transport: ClientTransport = {
    send: (...args) => current.send(...args),
    fetch: (...args) => current.fetch(...args),
  };
  const bind = (modules: Modules) =>
    Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, module(transport)]));
  const client = withWebhooks({
    ...base,
    fetch: (path: string, init?: RequestInit) => transport.fetch(path, init, true),
    fetchWithAuth: (input: RequestInfo | URL, init?: RequestInit) => transport.fetch(input, init),
    graphql: graphql(transport),
    setHeaders(added: Readonly<Record<string, string>>) {
      headers = { ...headers, ...added };
      current = open();
    },
    ...bind((options.modules ?? {}) as Modules),
  });
  const use = (used: Module<object> | Modules | { type: string }) =>
    isFunction(used)
      ? (used as Module<object>)(transport)
      : typeof (used as { type?: unknown }).type === "string"
        ? client.use(used as { type: string })
        : bind(used as Modules);
  return { ...client, use } as unknown as CompatClient<Auth, Used>;
}
