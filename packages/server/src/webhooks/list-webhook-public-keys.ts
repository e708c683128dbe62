import { exportSPKI } from "jose";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/server-context.ts";

/** What receivers check deliveries with, as PEM; the one that signs now comes first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listWebhookPublicKeys(
  context: ServerContext,
  caller: Caller,
): Promise<{ id: string; publicKey: string }[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const keys = await context.webhookKeys.open();
  const { id: signing } = keys.signing;
  const publicKeys = await Promise.all(
    [...keys.verifying].map(async ([id, key]) => ({ id, publicKey: await exportSPKI(key) })),
  );
  return publicKeys.sort((left, right) => Number(right.id === signing) - Number(left.id === signing));
}
