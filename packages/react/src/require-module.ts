/**
 * The module of a client that a component or hook needs.
 *
 * @param entry Its entry of `@porchlight/client`.
 * @throws {Error} if the client was created without it.
 */
export function requireModule<Module>(module: Module | undefined, name: string, entry = "auth"): Module {
  if (module) return module;
  throw new Error(`This needs the module "${name}" of @porchlight/client/${entry}: give it to createClient.`);
}
