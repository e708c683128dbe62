import { startEmbeddedEngine } from "@porchlight/server/operations";
import pg from "pg";
import type { Browser } from "playwright-core";
import type { Product } from "../product.ts";
import { leaveBrowser, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

/** A browser, the product, and what lies in its database, for what takes longer than a test may, or no page does. */
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
