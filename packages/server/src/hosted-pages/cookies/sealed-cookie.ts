import type * as z from "zod";
import type { ServerContext } from "../../platform/context/server-context.ts";
import type { CookieName, Cookies } from "./cookies.ts";

/** Keeps `value` in the browser, which can neither read nor change it. */
export function writeSealed(
  context: ServerContext,
  cookies: Cookies,
  name: CookieName,
  value: object,
  lifeSeconds: number,
): void {
  // The name is sealed with it: what was kept under one name is nothing under another.
  const sealed = context.secrets.seal(JSON.stringify({ name, value }));
  cookies.write(name, sealed.toString("base64url"), lifeSeconds);
}

/** What was kept; `undefined` where there is nothing, or a cookie that is not ours. */
export function readSealed<Schema extends z.ZodType>(
  context: ServerContext,
  cookies: Cookies,
  name: CookieName,
  schema: Schema,
): z.output<Schema> | undefined {
  const sealed = cookies.read(name);
  if (sealed === undefined) return undefined;
  try {
    const kept = JSON.parse(context.secrets.unseal(Buffer.from(sealed, "base64url"))) as {
      name: string;
      value: unknown;
    };
    return kept.name === name ? schema.parse(kept.value) : undefined;
  } catch {
    return undefined;
  }
}
