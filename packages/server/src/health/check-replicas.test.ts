import { expect, inject, it } from "vitest";
import { formatDatabaseUrl } from "../../test/embedded-engine.ts";
import { checkReplicas } from "./check-replicas.ts";

it("reports a replica that accepts writes, and one that does not respond", async () => {
  const primary = formatDatabaseUrl({ ...inject("engine"), database: "postgres" });
  const findings = await checkReplicas([primary, "postgresql://porchlight:hush@127.0.0.1:1/site"]);
  expect(findings).toEqual([
    { check: "replica", state: "problem", message: expect.stringContaining("accepts writes, so it is not a replica") },
    { check: "replica", state: "warning", message: expect.stringMatching(/^127\.0\.0\.1:1 is excluded: .*Start it/) },
  ]);
  expect(JSON.stringify(findings)).not.toContain("hush");
  expect(await checkReplicas([])).toEqual([]);
});
