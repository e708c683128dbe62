// biome-ignore-all lint/suspicious/noEmptyInterface: users of the package extend it
import type { MemberClient } from "./member-client.ts";

/**
 * The types of your site. Extend it once, and {@link useClient} returns your client with its modules:
 *
 * ```ts
 * declare module "@porchlight/react" {
 *   interface Register {
 *     client: typeof client;
 *   }
 * }
 * ```
 */
export interface Register {}

/** The client of {@link Register}; without one, only what the provider requires is known. */
export type RegisteredClient = Register extends { client: infer Client extends MemberClient } ? Client : MemberClient;
