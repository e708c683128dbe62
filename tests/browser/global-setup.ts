import { once } from "node:events";
import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { makeDataDir, startProduct } from "../product.ts";
import type { FirstStarts } from "./start-product.ts";

/** One first start shared by all files: creating the database takes most of the time. */
export default async function setup(project: TestProject): Promise<() => void> {
  const firstStarts: FirstStarts = { bare: makeDataDir(), demo: makeDataDir() };
  await startOnce(firstStarts.bare);
  await startOnce(firstStarts.demo, "--demo");
  project.provide("firstStarts", firstStarts);
  return () => {
    for (const folder of Object.values(firstStarts)) rmSync(folder, { recursive: true, force: true });
  };
}

async function startOnce(dataDir: string, ...args: string[]): Promise<void> {
  const product = await startProduct({ dataDir, args: [...args, "--site", "none"] });
  const ended = once(product.process, "close");
  product.process.kill("SIGINT");
  await ended;
}
