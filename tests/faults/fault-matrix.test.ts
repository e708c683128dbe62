import { afterAll, describe, expect, it } from "vitest";
import { installBrowser } from "./matrix/browser.ts";
import { clocks, type FaultCase, makeCases, moments, nameOf, storages, variantsEach } from "./matrix/cases.ts";
import { faults } from "./matrix/faults.ts";
import { type GuaranteeCase, guaranteeCases, guaranteeKinds } from "./matrix/guarantees.ts";
import { runCase } from "./matrix/run-case.ts";
import type { Outcome } from "./matrix/stage.ts";
import { conditionTable, faultTable, guaranteeTable } from "./matrix/table.ts";
import { startSimulatedServer } from "./matrix/world.ts";

const waitLimitMs = 5_000;
const maxConcurrent = 8;
const server = await startSimulatedServer();
const uninstall = installBrowser();
const cases = makeCases();
const outcomes = new Map<FaultCase | GuaranteeCase, Outcome>();

/** Runs cases concurrently and returns those that failed. */
async function failuresOf<Case extends FaultCase | GuaranteeCase>(
  own: readonly Case[],
  play: (one: Case) => Promise<Outcome>,
  name: (one: Case) => string,
): Promise<string[]> {
  const waiting = [...own];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const broken = (error: unknown): Outcome => ({ isLost: true, slowestCallMs: 0, problems: [String(error)] });
      const outcome = await play(next).catch(broken);
      if (outcome.slowestCallMs > waitLimitMs) outcome.problems.push(`waited ${outcome.slowestCallMs} ms`);
      outcomes.set(next, outcome);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  return own.flatMap((one) => {
    const { problems = [] } = outcomes.get(one) ?? {};
    return problems.length > 0 ? [`${name(one)}: ${problems.join("; ")}`] : [];
  });
}

afterAll(() => {
  uninstall();
  const good = (own: readonly (FaultCase | GuaranteeCase)[]) => {
    const passed = own.filter((one) => outcomes.get(one)?.problems.length === 0);
    return passed.length === own.length ? String(own.length) : `${passed.length} of ${own.length}`;
  };
  const results = [...outcomes.values()];
  const lost = results.filter(({ isLost }) => isLost).length;
  const late = results.filter(({ slowestCallMs: longestWait }) => longestWait > waitLimitMs).length;
  console.log(
    [
      faultTable(cases, good),
      conditionTable(cases, good),
      guaranteeTable(guaranteeCases, good),
      `${results.length} cases, ${lost} members lost, ${late} waited longer than 5 s`,
    ].join("\n\n"),
  );
});

describe("the fault matrix", () => {
  it("has at least 500 cases, with every fault in every storage and clock", () => {
    expect(cases.length).toBeGreaterThanOrEqual(500);
    for (const { name, callsOnly } of faults) {
      const own = cases.filter(({ fault }) => fault.name === name);
      expect([name, new Set(own.map(({ clock }) => clock)).size]).toEqual([name, clocks.length]);
      const expected = callsOnly ? variantsEach : storages.length;
      expect([name, new Set(own.map(({ storage }) => storage)).size]).toEqual([name, expected]);
    }
  });
});

describe.each(moments)('faults at "%s"', (moment) => {
  it("lose no member session, and delay no caller by more than 5 seconds", async () => {
    const own = cases.filter((one) => one.moment === moment);
    expect(await failuresOf(own, (one) => runCase(server, one), nameOf)).toEqual([]);
  });
});

describe.each(guaranteeKinds)("%s", (kind) => {
  it("holds in every applicable storage", async () => {
    const own = guaranteeCases.filter((one) => one.kind === kind);
    expect(
      await failuresOf(
        own,
        (one) => one.run(server),
        ({ storage }) => storage,
      ),
    ).toEqual([]);
  });
});
