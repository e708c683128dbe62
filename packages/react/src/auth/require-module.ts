/** @throws {Error} if the client was created without this module. */
export function requireModule<Module>(module: Module | undefined, name: string, entry = "auth"): Module {
  if (module) return module;
  throw new Error(`This screen needs the module "${name}" of @porchlight/client/${entry}: give it to createClient.`);
}
