import { readFileSync } from "node:fs";
import path from "node:path";
import { createTestServer, type TestServer } from "@porchlight/server/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "./run-step.ts";

const read = (file: string): string => readFileSync(path.join(root, "deploy/monitoring", file), "utf8");

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

const expressions: [string, string][] = [
  ...(parse(read("alerts.yaml")) as Rules).groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ),
  ...(JSON.parse(read("grafana-dashboard.json")) as Dashboard).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
];

/** Labels that Prometheus adds. */
const addedLabels = new Set(["job", "instance"]);

describe("dashboard and alerts", () => {
  let server: TestServer;
  /** Values of each label of each exported metric. */
  const exported = new Map<string, Map<string, Set<string>>>();

  beforeAll(async () => {
    server = await createTestServer();
    await server.call("GET", "/healthz");
    await server.call("GET", "/nowhere");
    for (const line of ((await server.call("GET", "/metrics")).body as string).split("\n")) {
      const [, name, labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      if (name === undefined) continue;
      const values = exported.get(name) ?? new Map<string, Set<string>>();
      exported.set(name, values);
      for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
        values.set(label, (values.get(label) ?? new Set()).add(value));
    }
    // No request of this server fails.
    for (const values of exported.values()) values.get("status")?.add("5xx");
  });

  it.each(expressions)("%s uses metrics, labels, and states that are exported: %s", (_name, expression) => {
    const selectors = [...expression.matchAll(/\b((?:porchlight|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    expect(selectors.length > 0 || expression.startsWith("up{")).toBe(true);
    for (const [, name = "", matchers = ""] of selectors) {
      expect([...exported.keys()]).toContain(name);
      const labels = exported.get(name);
      for (const [, label = "", operator, value = ""] of matchers.matchAll(/(\w+)(=~?)"([^"]*)"/g)) {
        if (addedLabels.has(label)) continue;
        expect([...(labels?.keys() ?? [])]).toContain(label);
        if (operator === "=") expect([...(labels?.get(label) ?? [])]).toContain(value);
      }
    }
    for (const [, grouped = ""] of expression.matchAll(/by \(([^)]*)\)/g))
      for (const label of grouped.split(", "))
        expect(selectors.some(([, name = ""]) => exported.get(name)?.has(label))).toBe(true);
  });
});
