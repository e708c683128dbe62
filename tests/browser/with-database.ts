import { startEmbeddedEngine } from "@porchlight/server/operations";
import pg from "pg";
import type { Browser } from "playwright-core";
import type { Product } from "../product.ts";
import { leaveBrowser, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

/** A browser, the product, and direct database access, to simulate elapsed time and states that no page creates. */
export interface ProductWithDatabase {
  browser: Browser;
  product: Product;
  database: pg.Client;
  stop(): Promise<void>;
}

export async function startWithDatabase(): Promise<ProductWithDatabase> {
  const [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const engine = await startEmbeddedEngine({ dataDir: product.dataDir, role: "command" });
  const database = new pg.Client(engine.connection);
  await database.connect();
  return {
    browser,
    product,
    database,
    async stop() {
      await leaveBrowser(browser);
      await database.end();
      await engine.close();
      await product.stop();
    },
  };
}
