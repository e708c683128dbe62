import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { migrate } from "../db/migrate.ts";
import { upsertSetting } from "../settings/settings-store.ts";
import { openSite } from "./sites-store.ts";

const { db, siteId } = await openTestDatabase();

describe("the language and the time zone of a site", () => {
  it("are English and UTC by default, and follow the settings from the next start", async () => {
    expect(await openSite(db, new Date())).toEqual({ id: siteId, name: "Tests", language: "en", timeZone: "UTC" });
    await upsertSetting(db, siteId, "language", "de", new Date());
    await upsertSetting(db, siteId, "timeZone", "Europe/Berlin", new Date());
    expect(await openSite(db, new Date())).toMatchObject({ language: "de", timeZone: "Europe/Berlin" });
  });

  it("migrate the language from its former column", async () => {
    await db.deleteFrom("settings").execute();
    await sql`alter table sites add column language text not null default 'en'`.execute(db);
    await sql`update sites set language = 'de'`.execute(db);
    await sql`delete from migrations where version = 9`.execute(db);
    expect(await migrate(db)).toEqual(["009-site-language.sql"]);
    expect((await openSite(db, new Date())).language).toBe("de");
  });
});
