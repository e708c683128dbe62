/**
 * The module of a client that a component or hook requires.
 *
 * @param entry Its entry of `@porchlight/client`.
 * @throws {Error} if the client was created without it.
 */
export function requireModule<Module>(module: Module | undefined, name: string, entry = "auth"): Module {
  if (module) return module;
  throw new Error(`Pass the module "${name}" of @porchlight/client/${entry} to createClient.`);
}
