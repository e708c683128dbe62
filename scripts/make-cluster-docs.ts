import { readFileSync } from "node:fs";
import path from "node:path";
import { pooledFaults, replicatedFaults } from "../tests/cluster/faults/faults.ts";
import { type Outcome, outcomeTable } from "../tests/cluster/faults/outcomes.ts";
import { updateGeneratedFile } from "./generated-file.ts";
import { root } from "./run-step.ts";

/**
 * Generates the tables of faults in the guide to several nodes, from the outcomes of `RECORD=1 npm run cluster --
 * faults`; with `--check`, fails if they are out of date.
 */
const markers = /(<!-- faults:start -->\n)[\s\S]*?(<!-- faults:end -->)/;
const outcomes = JSON.parse(
  readFileSync(path.join(root, "tests/cluster/faults/outcomes.json"), "utf8"),
) as readonly Outcome[];
const tables = [
  ["Two replicas, one of which confirms each commit:", outcomeTable(replicatedFaults, outcomes)],
  ["PgBouncer, without replicas:", outcomeTable(pooledFaults, outcomes)],
];
const text = tables.map(([title, table]) => `${title}\n\n${table}`).join("\n\n");

updateGeneratedFile("docs/operations/several-nodes.md", "make-cluster-docs.ts", (current) =>
  current.replace(markers, (_all, start, end) => `${start}\n${text}\n\n${end}`),
);
