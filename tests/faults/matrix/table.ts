import { clocks, type FaultCase, moments, storages } from "./cases.ts";
import { faults } from "./faults.ts";
import { type GuaranteeCase, guaranteeKinds } from "./guarantees.ts";

/** Cell for a group of cases. */
type Cell = (cases: readonly FaultCase[]) => string;

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** Faults by moment, in Markdown. */
export function faultTable(cases: readonly FaultCase[], cell: Cell): string {
  const lines = faults.map(({ name }) => {
    const own = cases.filter(({ fault }) => fault.name === name);
    return row([name, ...moments.map((moment) => cell(own.filter((one) => one.moment === moment))), cell(own)]);
  });
  const all = row(["all", ...moments.map((moment) => cell(cases.filter((one) => one.moment === moment))), cell(cases)]);
  return [row(["fault", ...moments, "all"]), `|---|${"---:|".repeat(moments.length + 1)}`, ...lines, all].join("\n");
}

/** The same cases by other parameters. */
export function conditionTable(cases: readonly FaultCase[], cell: Cell): string {
  const conditions: [string, (one: FaultCase) => boolean][] = [
    ...storages.map((kind): [string, (one: FaultCase) => boolean] => [kind, ({ storage }) => storage === kind]),
    ["one tab", ({ tabs }) => tabs === 1],
    ["three tabs", ({ tabs }) => tabs === 3],
    ["reloaded during the fault", ({ reload }) => reload],
    ["request lost", ({ after }) => !after],
    ["response lost", ({ after }) => after],
    ["first request only", ({ lasts }) => !lasts],
    ["all requests for 30 s", ({ lasts }) => lasts],
    ...clocks.map((kind): [string, (one: FaultCase) => boolean] => [`clock ${kind}`, ({ clock }) => clock === kind]),
  ];
  const lines = conditions.map(([name, fits]) => row([name, cell(cases.filter(fits))]));
  return ["| condition | cases |", "|---|---:|", ...lines].join("\n");
}

/** Cases of other guarantees. */
export function guaranteeTable(
  cases: readonly GuaranteeCase[],
  cell: (cases: readonly GuaranteeCase[]) => string,
): string {
  const lines = guaranteeKinds.map((kind) => row([kind, cell(cases.filter((one) => one.kind === kind))]));
  return ["| guarantee | cases |", "|---|---:|", ...lines].join("\n");
}
