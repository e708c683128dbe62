import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { hashSecret, newSecret } from "../crypto/secrets.ts";
import { newId } from "../db/ids.ts";
import { unknownDevice } from "../identity/device.ts";
import { insertRefreshToken, insertSession } from "../identity/sessions-store.ts";
import { deleteExpired } from "./cleanup-store.ts";

const { db, siteId } = await openTestDatabase();
const day = 86_400_000;

async function addSession(expiresAt: Date): Promise<void> {
  const id = newId();
  const at = new Date();
  await insertSession(db, {
    siteId,
    id,
    appId: newId(),
    role: "visitor",
    subjectId: newId(),
    at,
    expiresAt,
    absoluteExpiresAt: expiresAt,
    device: unknownDevice,
    browserId: newId(),
  });
  await insertRefreshToken(db, siteId, hashSecret(newSecret()), id, at);
}

describe("deleteExpired", () => {
  it("deletes sessions that ended over a day ago with their refresh tokens only", async () => {
    for (let index = 0; index < 1_200; index++) await addSession(new Date(Date.now() - 2 * day));
    await addSession(new Date(Date.now() - day / 2));
    await addSession(new Date(Date.now() + day));
    await deleteExpired(db);
    expect(await db.selectFrom("sessions").select("id").execute()).toHaveLength(2);
    expect(await db.selectFrom("refresh_tokens").select("session_id").execute()).toHaveLength(2);
  });
});
