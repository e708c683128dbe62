import { textLanguages } from "@porchlight/contract/texts/keys";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { migrate } from "../db/migrate.ts";
import { upsertSetting } from "../settings/settings-store.ts";
import { findOrAddSite, toSite } from "./sites-store.ts";

const { db, siteId } = await openTestDatabase();
const openSite = async () => toSite(db, await findOrAddSite(db, new Date()));

describe("the language and the time zone of a site", () => {
  it("are English and UTC by default, and follow the settings", async () => {
    expect(await openSite()).toEqual({
      id: siteId,
      name: "Tests",
      language: "en",
      languages: textLanguages,
      timeZone: "UTC",
      isMain: true,
    });
    await upsertSetting(db, siteId, "language", "de", new Date());
    await upsertSetting(db, siteId, "timeZone", "Europe/Berlin", new Date());
    expect(await openSite()).toMatchObject({ language: "de", timeZone: "Europe/Berlin" });
  });

  it("migrate the language from its former column", async () => {
    await db.deleteFrom("settings").execute();
    await sql`alter table sites add column language text not null default 'en'`.execute(db);
    await sql`update sites set language = 'de'`.execute(db);
    await sql`delete from migrations where version = 9`.execute(db);
    expect(await migrate(db)).toEqual(["009-site-language.sql"]);
    expect((await openSite()).language).toBe("de");
  });
});
