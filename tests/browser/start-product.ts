import { execFileSync } from "node:child_process";
import { inject } from "vitest";
import { makeDataDir, type Product, type ProductOptions, startProduct as startAnew } from "../product.ts";
import { runHere } from "./commands.ts";

/** Folders after a first start, ready to be copied: with the database created, `demo` with its content. */
export interface FirstStarts {
  bare: string;
  demo: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    firstStarts: FirstStarts;
  }
}

/** Copies a folder in which a product has been started once. */
export function copyFirstStart(kind: keyof FirstStarts): string {
  const dataDir = makeDataDir();
  // Preserves owner and permissions, as PostgreSQL requires.
  execFileSync("cp", ["-Rp", `${inject("firstStarts")[kind]}/.`, dataDir]);
  return dataDir;
}

/** The whole product after its first start. Default: with the demo content. */
export function startProduct(options: Omit<ProductOptions, "run"> = {}): Promise<Product> {
  const isDemo = options.args?.includes("--demo") ?? true;
  return startAnew({ ...options, dataDir: options.dataDir ?? copyFirstStart(isDemo ? "demo" : "bare"), run: runHere });
}
