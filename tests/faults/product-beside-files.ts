import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { makeDataDir, type Product, startProduct } from "../product.ts";

/** A product without a site and a folder for files of its commands, removed after all tests. */
export function useProductBesideFiles() {
  let product: Product;
  let folder: string;
  beforeAll(async () => {
    product = await startProduct({ args: ["--site", "none"] });
    folder = makeDataDir();
  });
  afterAll(async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const pathOf = (name: string) => path.join(folder, name);
  return {
    get product() {
      return product;
    },
    /** Runs `porchlight <args>` next to it. */
    command: (...args: string[]) => product.command(...args),
    pathOf,
    /** Writes a file into the folder. @returns Its path. */
    write(name: string, text: string): string {
      writeFileSync(pathOf(name), text);
      return pathOf(name);
    },
  };
}
