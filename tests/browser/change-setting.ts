import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Product } from "../product.ts";

/** Maximum age of the server's cached settings. */
const oldestMs = 1_000;

/** Changes settings from another process, and waits until the server applies them. */
export async function changeSettings(product: Product, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    expect(await product.command("setting", "set", "--", name, value)).toMatchObject({ code: 0 });
  await sleep(oldestMs + 50);
}
