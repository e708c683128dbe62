import { existsSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, makeDataDir, type Product, runCommand, startProduct } from "../product.ts";

interface Report {
  ok: boolean;
  checks: { check: string; state: string; message: string }[];
}

const stateOf = ({ checks }: Report, name: string) => checks.find(({ check }) => check === name)?.state;

let product: Product;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  product = await startProduct({ args: ["--site", "none"], env: { METRICS_PORT: String(metricsPort) } });
});
afterAll(() => product.stop());

describe("doctor", () => {
  it("reports no problem for a running server, and changes nothing", async () => {
    const { code, stdout } = await product.command("doctor", "--json");
    const report = JSON.parse(stdout) as Report;
    expect(report.checks.filter(({ state }) => state === "problem")).toEqual([]);
    expect([code, report.ok]).toEqual([0, true]);
    for (const check of [
      "Node.js",
      "configuration",
      "data folder",
      "database",
      "migrations",
      "durability",
      "secret key",
      "jobs",
      "mail",
      "messages",
    ])
      expect([check, stateOf(report, check)]).toEqual([check, "ok"]);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  it("probes the database features with --engine while a server runs", async () => {
    const { code, stdout } = await product.command("doctor", "--engine", "--json");
    const report = JSON.parse(stdout) as Report;
    expect([code, report.ok]).toEqual([0, true]);
    expect(report.checks.filter(({ state }) => state !== "ok")).toEqual([]);
    expect(report.checks.length).toBeGreaterThan(40);
    for (const check of ["engine", "advisory locks", "SKIP LOCKED"]) expect(stateOf(report, check)).toBe("ok");
  });

  it("prints one line for each check", async () => {
    const { code, stdout } = await product.command("doctor");
    expect(code).toBe(0);
    for (const line of stdout.trim().split("\n")) expect(line).toMatch(/^(ok|warning) +\S.* {2,}\S/);
  });

  it("exits with 1 and a remedy if the secret key differs", async () => {
    const env = { DATA_DIR: product.dataDir, SECRET_KEY: "q8Zl1mV0sJ3xT7uYb2NcR5eWg9KdHf4PaLo6IiXtMvE=" };
    const { code, stdout } = await runCommand(["doctor", "--json"], env);
    const report = JSON.parse(stdout) as Report;
    expect([code, report.ok, stateOf(report, "secret key")]).toEqual([1, false, "problem"]);
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  it("continues with the next check after a failure", async () => {
    const env = {
      DATABASE_URL: "postgresql://me:hush@127.0.0.1:1/site",
      SECRET_KEY: "q8Zl1mV0sJ3xT7uYb2NcR5eWg9KdHf4PaLo6IiXtMvE=",
      SMTP_URL: "smtp://me:hush@127.0.0.1:1",
      MESSAGE_WEBHOOK_URL: "http://127.0.0.1:1/hush",
      MESSAGE_WEBHOOK_SECRET: "q8Zl1mV0sJ3xT7uYb2NcR5eWg9KdHf4PaLo6IiXtMvE=",
    };
    const { code, stdout, stderr } = await runCommand(["doctor", "--json"], env);
    const report = JSON.parse(stdout) as Report;
    const states = ["database", "mail", "messages"].map((check) => stateOf(report, check));
    expect([code, ...states]).toEqual([1, "problem", "problem", "problem"]);
    expect(stdout + stderr).not.toContain("hush");
  });

  it("names the invalid environment variable", async () => {
    const { code, stdout } = await runCommand(["doctor", "--json"], { PORT: "many" });
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as Report).checks.at(-1)).toMatchObject({ check: "configuration", state: "problem" });
  });

  it("does not create a missing folder", async () => {
    const dataDir = makeDataDir();
    rmSync(dataDir, { recursive: true });
    const { code, stdout } = await runCommand(["doctor", "--json"], { DATA_DIR: dataDir });
    expect([code, (JSON.parse(stdout) as Report).ok]).toEqual([0, true]);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("METRICS_PORT", () => {
  it("serves /metrics on that port only", async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain(
      'porchlight_http_request_duration_seconds_count{method="GET",route="/readyz",status="2xx"}',
    );
    expect((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status).toBe(404);
    expect((await fetch(`${product.url}/metrics`)).status).toBe(404);
  });
});
