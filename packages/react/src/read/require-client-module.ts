/**
 * The module of a client that a hook or query needs.
 *
 * @throws {Error} if the client was created without it.
 */
export function requireModule<Calls>(calls: Calls | undefined, name: string, path: string): Calls {
  if (calls) return calls;
  throw new Error(`This hook needs the module "${name}" of ${path}: give it to createClient.`);
}
