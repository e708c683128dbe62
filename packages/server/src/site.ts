import type { Db } from "./db/database.ts";
import { newId } from "./db/ids.ts";
import type { Site } from "./deps.ts";

const firstSiteName = "Porchlight";

/** The installation's site, made at the first start. */
export async function openSite(db: Db, at: Date): Promise<Site> {
  return db.transaction().execute(async (tx) => {
    const find = () =>
      tx.selectFrom("sites").select(["id", "name", "language"]).orderBy("created_at").orderBy("id").executeTakeFirst();
    const found = await find();
    if (found) return found;
    const site = { id: newId(at.getTime()), name: firstSiteName, language: "en" };
    // Two first starts at once on one database: the second waits here, and then finds the first one's site.
    await tx.selectFrom("migrations").select("version").forUpdate().execute();
    const meanwhile = await find();
    if (meanwhile) return meanwhile;
    await tx
      .insertInto("sites")
      .values({ ...site, created_at: at })
      .execute();
    return site;
  });
}
