import type { AuthStrategy } from "../auth/strategies/auth-strategy.ts";
import { OAuthStrategy } from "../auth/strategies/oauth-strategy.ts";
import type { OAuthAuth } from "../auth/strategies/oauth-types.ts";
import { type Client, type ClientOptions, createClient } from "../create-client.ts";
import type { Module } from "../transport.ts";
import { type ContractStub, createContractStub } from "./contract-stub.ts";
import { stubHost } from "./stub-redirects.ts";
import type { StubOptions } from "./stub-state.ts";

/** Options of {@link createTestClient}. */
export interface TestClientOptions<Auth extends OAuthAuth, Modules extends Record<string, Module<object>>>
  extends StubOptions,
    Omit<ClientOptions<Auth, Modules>, "host" | "fetch" | "auth"> {
  /** Email of the initially signed-in member. */
  signedInAs?: string;
  /** Wraps the strategy, such as `withSecondFactor`. */
  strategy?: (plain: AuthStrategy<OAuthAuth>) => AuthStrategy<Auth>;
}

/**
 * Creates a real client with an in-memory server, for tests without network, database and browser.
 *
 * ```ts
 * const ada = { email: "ada@example.com", profile: { firstName: "Ada" } };
 * const { client, stub } = createTestClient({ modules: { members }, members: [ada], signedInAs: ada.email });
 * ```
 */
export function createTestClient<
  Auth extends OAuthAuth = OAuthAuth,
  Modules extends Record<string, Module<object>> = Record<never, never>,
>(options: TestClientOptions<Auth, Modules> = {}): { client: Client<Auth, Modules>; stub: ContractStub } {
  const { signedInAs, strategy, members, posts, forms, emailVerification, ownerApproval, ...clientOptions } = options;
  const stub = createContractStub(definedOf({ members, posts, forms, emailVerification, ownerApproval }));
  const plain = OAuthStrategy({
    clientId: "11111111-1111-4111-8111-111111111111",
    ...(signedInAs !== undefined && { tokens: stub.createTokens(signedInAs) }),
  });
  const client = createClient<Auth, Modules>({
    ...clientOptions,
    host: stubHost,
    auth: strategy ? strategy(plain) : (plain as AuthStrategy<Auth>),
    fetch: stub.fetch,
    environment: { page: stub.page, ...clientOptions.environment },
    background: clientOptions.background ?? false,
  });
  return { client, stub };
}

const definedOf = (options: { [Name in keyof StubOptions]: StubOptions[Name] | undefined }): StubOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
