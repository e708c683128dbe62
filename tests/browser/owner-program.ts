import type { Product } from "../product.ts";

// biome-ignore lint/suspicious/noExplicitAny: responses are compared with expected ones
export type Answer = Record<string, any>;

/** An API key. Default role: `admin`. */
export async function createOwnerKey(product: Product, role: "admin" | "editor" = "admin"): Promise<string> {
  const { code, stdout, stderr } = await product.command(
    ...["key", "create", "--name", "Owner", "--role", role, "--json"],
  );
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { key: string }).key;
}

/** A client with an API key. @returns Its methods; each throws the error response. */
export async function startOwnerProgram(
  product: Product,
  role?: "admin" | "editor",
): Promise<(path: string, body: object) => Promise<Answer>> {
  const key = await createOwnerKey(product, role);
  return async (path, body) => {
    const answer = await fetch(product.url + path, {
      method: "POST",
      headers: { authorization: key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json() as Promise<Answer>;
  };
}
