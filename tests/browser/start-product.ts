import { execFileSync } from "node:child_process";
import { inject } from "vitest";
import { makeDataDir, type Product, type ProductOptions, startProduct as startAnew } from "../product.ts";
import { runHere } from "./commands.ts";

/** What a first start has left, ready to be copied: each with the database made, `demo` with its content too. */
export interface FirstStarts {
  bare: string;
  demo: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    firstStarts: FirstStarts;
  }
}

/** A folder of one's own on which a product has been started once. */
export function copyFirstStart(kind: keyof FirstStarts): string {
  const dataDir = makeDataDir();
  // As it is: PostgreSQL asks for owner and rights of its files.
  execFileSync("cp", ["-Rp", `${inject("firstStarts")[kind]}/.`, dataDir]);
  return dataDir;
}

/** The whole product, with the demo content unless told otherwise; what only a first start does has been done. */
export function startProduct(options: Omit<ProductOptions, "run"> = {}): Promise<Product> {
  const isDemo = options.args?.includes("--demo") ?? true;
  return startAnew({ ...options, dataDir: options.dataDir ?? copyFirstStart(isDemo ? "demo" : "bare"), run: runHere });
}
