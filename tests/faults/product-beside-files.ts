import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { makeDataDir, type Product, startProduct } from "../product.ts";

/** A product without a site, and a folder for what its commands read and write. Both are gone after the file's last test. */
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
    /** `porchlight <args>` beside it. */
    command: (...args: string[]) => product.command(...args),
    pathOf,
    /** Writes a file into the folder and answers its path. */
    write(name: string, text: string): string {
      writeFileSync(pathOf(name), text);
      return pathOf(name);
    },
  };
}
