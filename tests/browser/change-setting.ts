import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Product } from "../product.ts";

/** How old the settings may be that a server goes by. What is asked later than this after a change finds it. */
const oldestMs = 1_000;

/** Changes settings from another process, and is back when the server goes by them. */
export async function changeSettings(product: Product, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    expect(await product.command("setting", "set", name, value)).toMatchObject({ code: 0 });
  await sleep(oldestMs + 50);
}
