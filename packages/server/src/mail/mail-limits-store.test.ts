import { describe, expect, it } from "vitest";
import { hashSecret } from "../secrets.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { countMail } from "./mail-limits-store.ts";

const { db, siteId } = await openTestDatabase();
const start = Date.UTC(2030, 0, 1);
const ask = (address: string, seconds: number) =>
  countMail(db, { siteId, purpose: "recovery", target: hashSecret(address), at: new Date(start + seconds * 1_000) });

describe("limits of mails that somebody asks for", () => {
  it("let one through in a minute", async () => {
    expect(await ask("minute", 0)).toBe(true);
    expect(await ask("minute", 59)).toBe(false);
    expect(await ask("minute", 60)).toBe(true);
  });

  it("let three through in an hour, counting those that went", async () => {
    for (const second of [0, 60, 120]) expect(await ask("hour", second)).toBe(true);
    for (const second of [180, 1_800, 3_599]) expect(await ask("hour", second)).toBe(false);
    expect(await ask("hour", 3_600)).toBe(true);
    expect(await ask("hour", 3_659)).toBe(false);
    expect(await ask("hour", 3_660)).toBe(true);
  });

  it("let ten through in a day", async () => {
    for (let hour = 0; hour < 10; hour++) expect(await ask("day", hour * 3_600)).toBe(true);
    for (let hour = 10; hour < 24; hour++) expect(await ask("day", hour * 3_600)).toBe(false);
    expect(await ask("day", 24 * 3_600)).toBe(true);
    expect(await ask("day", 24 * 3_600 + 60)).toBe(false);
  });

  it("let one of ten at once through, for each address on its own", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask("storm", 0)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await ask("another", 0)).toBe(true);
  });
});
