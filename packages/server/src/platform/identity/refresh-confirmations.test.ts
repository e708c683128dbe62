import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { hashSecret, newSecret } from "../crypto/secrets.ts";
import { newId } from "../db/ids.ts";
import type { AccessTokenClaims } from "./access-tokens.ts";
import { createRefreshConfirmations } from "./refresh-confirmations.ts";
import { insertRefreshToken, insertSession } from "./sessions-store.ts";

const { db, siteId } = await openTestDatabase();
const at = new Date("2030-01-01T00:00:00Z");

async function newRenewal(): Promise<{ claims: AccessTokenClaims; usedAt(): Promise<Date | null | undefined> }> {
  const [sessionId, subjectId, appId] = [newId(), newId(), newId()];
  const hash = hashSecret(newSecret());
  const expiresAt = new Date("2031-01-01T00:00:00Z");
  const device = { browser: null, device: null };
  const row = { siteId, id: sessionId, appId, role: "member", subjectId, at, expiresAt, device } as const;
  await insertSession(db, { ...row, absoluteExpiresAt: expiresAt, browserId: newId() });
  await insertRefreshToken(db, siteId, hash, sessionId, at);
  return {
    claims: { subjectId, appId, sessionId, role: "member", renewal: hash.toString("base64url") },
    usedAt: async () =>
      (await db.selectFrom("refresh_tokens").select("used_at").where("token_hash", "=", hash).executeTakeFirst())
        ?.used_at,
  };
}

const renewals = (log = pino({ level: "silent" })) => createRefreshConfirmations({ db, siteId, log, now: () => at });

describe("createRefreshConfirmations", () => {
  it("confirms a refresh by the first use of its access token", async () => {
    const { claims, usedAt } = await newRenewal();
    expect(await usedAt()).toBeNull();
    await renewals().confirm(claims);
    expect(await usedAt()).toEqual(at);
  });

  it("logs a failed confirmation without an error, and repeats it with the next call", async () => {
    const { claims, usedAt } = await newRenewal();
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const nodes = renewals(log);
    await sql`alter table refresh_tokens rename to out_of_reach`.execute(db);
    await nodes.confirm(claims);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["renewal-not-confirmed"]);
    await sql`alter table out_of_reach rename to refresh_tokens`.execute(db);
    expect(await usedAt()).toBeNull();
    await nodes.confirm(claims);
    expect(await usedAt()).toEqual(at);
  });
});
