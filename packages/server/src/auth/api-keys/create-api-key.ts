import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { ApiKeyRole, Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import { newId } from "../../platform/db/ids.ts";
import { newApiKey } from "../../platform/identity/api-keys.ts";
import { insertApiKey } from "../../platform/identity/api-keys-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

const nameMaxLength = 100;

/**
 * Makes an API key. This answer is the only one that ever holds it.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} the name does not fit.
 */
export async function createApiKey(
  context: ServerContext,
  caller: Caller,
  input: { name: string; role: ApiKeyRole },
): Promise<{ id: string; key: string }> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const name = input.name.trim();
  if (name === "" || name.length > nameMaxLength || /\p{Cc}/u.test(name)) {
    throw new InvalidArguments([violation("name", `has 1 to ${nameMaxLength} characters on one line`)]);
  }
  const at = context.now();
  const id = newId(at.getTime());
  const key = newApiKey(id);
  await context.db.transaction().execute(async (tx) => {
    await insertApiKey(tx, { siteId: context.site.id, id, name, role: input.role, keyHash: hashSecret(key), at });
    await recordAuditEvent(tx, context, "key-created", { by: caller, keyId: id, details: { role: input.role } });
  });
  return { id, key };
}
