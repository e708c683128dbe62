/**
 * Loads code on demand.
 *
 * @throws {Error} with kind `network`, like the client's errors, if it could not be loaded.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw Object.assign(new Error("A script of this page could not be fetched.", { cause }), { kind: "network" });
  }
}
