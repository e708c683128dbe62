import type * as z from "zod";
import type { ServerContext } from "../../platform/server-context.ts";
import type { CookieName, Cookies } from "./cookies.ts";

/** Stores `value` in an encrypted cookie. */
export function writeSealed(
  context: ServerContext,
  cookies: Cookies,
  name: CookieName,
  value: object,
  ttlSeconds: number,
): void {
  // Encrypt the name as well, so that a value is not accepted under another name.
  const sealed = context.secrets.seal(JSON.stringify({ name, value }));
  cookies.write(name, sealed.toString("base64url"), ttlSeconds);
}

/** `undefined` without a valid cookie. */
export function readSealed<Schema extends z.ZodType>(
  context: ServerContext,
  cookies: Cookies,
  name: CookieName,
  schema: Schema,
): z.output<Schema> | undefined {
  const sealed = cookies.read(name);
  if (sealed === undefined) return undefined;
  try {
    const stored: { name: string; value: unknown } = JSON.parse(
      context.secrets.unseal(Buffer.from(sealed, "base64url")),
    );
    return stored.name === name ? schema.parse(stored.value) : undefined;
  } catch {
    return undefined;
  }
}
