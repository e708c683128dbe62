/**
 * A part of the screens that comes in a script of its own.
 *
 * @throws {Error} of the kind `network`, as the client's are, when it could not be fetched.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw Object.assign(new Error("A script of this page could not be fetched.", { cause }), { kind: "network" });
  }
}
