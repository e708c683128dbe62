import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  checkMail,
  checkNode,
  type DatabaseHealth,
  evaluateDatabase,
  evaluateJobs,
  evaluateKeys,
  evaluateOwnerEmail,
  evaluateQueries,
  evaluateSpace,
  type Finding,
  type JobKind,
} from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { hasDatabase } from "../runtime/data-dir.ts";
import { readEnvironment } from "../runtime/environment.ts";
import { checkDataDir, checkMedia } from "./check-data-dir.ts";
import { checkEnvironment } from "./check-environment.ts";

const statesOf = (findings: Finding[]) => Object.fromEntries(findings.map(({ check, state }) => [check, state]));
const environmentOf = (env: Record<string, string>) => readEnvironment(env, {}, false);
const environmentStates = (env: Record<string, string>) => statesOf(checkEnvironment(environmentOf(env)));

const healthy: DatabaseHealth = {
  applied: 1,
  latest: 1,
  missing: 0,
  version: "18.4",
  majorVersion: 18,
  fsync: "on",
  synchronousCommit: "on",
  fullPageWrites: "on",
  encoding: "UTF8",
  connections: { used: 3, maximum: 97 },
  archiveFailedAt: null,
  clockAheadMs: 12,
};

describe("doctor on the environment", () => {
  it("accepts an empty environment", () => {
    expect(Object.values(environmentStates({}))).toEqual(["ok", "ok", "ok"]);
  });

  it("accepts a complete production environment", () => {
    const production = {
      NODE_ENV: "production",
      PUBLIC_URL: "https://example.com",
      TRUSTED_PROXIES: "1",
      METRICS_PORT: "9100",
    };
    expect(Object.values(environmentStates(production))).toEqual(["ok", "ok", "ok"]);
  });

  it("warns of settings that fail without an error", () => {
    expect(environmentStates({ NODE_ENV: "production" })).toEqual({
      PUBLIC_URL: "warning",
      TRUSTED_PROXIES: "ok",
      METRICS_PORT: "warning",
    });
    expect(environmentStates({ PUBLIC_URL: "https://example.com" }).TRUSTED_PROXIES).toBe("warning");
    expect(environmentStates({ PUBLIC_URL: "http://localhost:4000", HOST: "0.0.0.0" }).PUBLIC_URL).toBe("warning");
    expect(environmentStates({ PUBLIC_URL: "http://127.0.0.1:4000", HOST: "::1" }).PUBLIC_URL).toBe("ok");
    expect(environmentStates({ METRICS_PORT: "4000" }).METRICS_PORT).toBe("warning");
    expect(environmentStates({ PORT: "0", METRICS_PORT: "0" }).METRICS_PORT).toBe("ok");
  });

  it("reports an old version of Node", () => {
    expect(checkNode("20.19.0").state).toBe("problem");
    expect(checkNode(process.versions.node)).toMatchObject({ state: "ok", message: process.versions.node });
  });
});

describe("doctor on the data folder", () => {
  it("warns of low disk space before it is a problem", () => {
    const stateFor = (free: number) => evaluateSpace("data folder", "data", free).state;
    expect([stateFor(2 ** 31), stateFor(2 ** 29), stateFor(2 ** 26)]).toEqual(["ok", "warning", "problem"]);
  });

  it("creates nothing", () => {
    const missing = path.join(tmpdir(), "porchlight-never-made", "data");
    expect(checkDataDir(missing)).toMatchObject([{ check: "data folder", state: "ok" }]);
    expect(hasDatabase(missing)).toBe(false);
  });

  it("reports a readable key, and a file in place of the folder", () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "porchlight-doctor-"));
    const key = path.join(dataDir, "secret-key");
    writeFileSync(key, "key", { mode: 0o600 });
    expect(statesOf(checkDataDir(dataDir))["secret key"]).toBeUndefined();
    chmodSync(key, 0o644);
    expect(statesOf(checkDataDir(dataDir))["secret key"]).toBe("warning");
    expect(checkDataDir(key)).toMatchObject([{ check: "data folder", state: "problem" }]);
    rmSync(dataDir, { recursive: true });
  });
});

describe("doctor on images", () => {
  it("reports a file in place of the media folder or of the data folder", () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "porchlight-doctor-"));
    const file = path.join(dataDir, "media");
    writeFileSync(file, "");
    const inTheWay = {
      state: "problem",
      message: expect.stringContaining("because a file of that name is in the way"),
    };
    expect(checkMedia({ dataDir, databaseUrl: undefined })).toMatchObject(inTheWay);
    expect(checkDataDir(file)).toMatchObject([inTheWay]);
    rmSync(dataDir, { recursive: true });
  });

  it("counts the images, and reports which servers need the folder", () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "porchlight-doctor-"));
    const media = path.join(dataDir, "media");
    expect(checkMedia({ dataDir, databaseUrl: undefined })).toMatchObject({
      state: "ok",
      message: `none yet; they will be stored in "${media}"`,
    });
    mkdirSync(media);
    writeFileSync(path.join(media, "a.png"), "x");
    writeFileSync(path.join(media, ".unfinished"), "x");
    expect(checkMedia({ dataDir, databaseUrl: "postgresql://db/site" }).message).toBe(
      `1 in "${media}"; every server on this database needs that folder`,
    );
    rmSync(media, { recursive: true });
    writeFileSync(media, "a file is in the way");
    expect(checkMedia({ dataDir, databaseUrl: undefined }).state).toBe("problem");
    rmSync(dataDir, { recursive: true });
  });
});

describe("doctor on the database", () => {
  it("accepts a healthy database", () => {
    expect(new Set(evaluateDatabase(healthy).map(({ state }) => state))).toEqual(new Set(["ok"]));
  });

  it.each<[Partial<DatabaseHealth>, string, Finding["state"]]>([
    [{ majorVersion: 14, version: "14.1" }, "database", "problem"],
    [{ encoding: "LATIN1" }, "database", "problem"],
    [{ applied: 2 }, "migrations", "problem"],
    [{ applied: 0, missing: 1 }, "migrations", "warning"],
    [{ latest: 2, missing: 1 }, "migrations", "warning"],
    [{ missing: 1 }, "migrations", "warning"],
    [{ fsync: "off" }, "durability", "problem"],
    [{ synchronousCommit: "off" }, "durability", "problem"],
    [{ synchronousCommit: "remote_apply" }, "durability", "ok"],
    [{ connections: { used: 90, maximum: 97 } }, "connections", "warning"],
    [{ clockAheadMs: -60_000 }, "clock", "warning"],
    [{ archiveFailedAt: new Date() }, "archive", "warning"],
  ])("reports %j", (change, check, state) => {
    const findings = evaluateDatabase({ ...healthy, ...change });
    expect(statesOf(findings)[check]).toBe(state);
    expect(findings.filter((finding) => finding.state !== "ok").map((finding) => finding.check)).toEqual(
      state === "ok" ? [] : [check],
    );
  });

  it("warns of a missing owner's email if members wait for approval", () => {
    const stateFor = (memberApproval: "owner" | "everyone", ownerEmail = "") =>
      evaluateOwnerEmail({ memberApproval, ownerEmail }).map(({ state }) => state);
    expect([stateFor("everyone"), stateFor("owner"), stateFor("owner", "me@example.com")]).toEqual([
      [],
      ["warning"],
      ["ok"],
    ]);
  });

  it("reports a wrong key", () => {
    expect([evaluateKeys("unreadable").state, evaluateKeys("readable").state, evaluateKeys("none").state]).toEqual([
      "problem",
      "ok",
      "ok",
    ]);
  });

  it("reports dead-lettered jobs with their likely causes", () => {
    const counts = (kind: JobKind, count: object) => ({ kind, waiting: 0, running: 0, failed: 0, ...count });
    const cleanup = counts("cleanup", { waiting: 1 });
    expect(evaluateJobs([cleanup])).toMatchObject({ state: "ok", message: "none is waiting" });
    expect(evaluateJobs([counts("mail", { waiting: 3 }), cleanup]).message).toBe("3 waiting");
    expect(
      evaluateJobs([counts("mail", { failed: 2 }), counts("import-export", { failed: 1 }), cleanup]),
    ).toMatchObject({
      state: "warning",
      message:
        "Failed after all attempts: 2 mail, 1 import-export. Check SMTP_URL. Details: porchlight job list --state failed",
    });
    expect(evaluateJobs([counts("bulk-change", { failed: 2 })]).message).toBe(
      "Failed after all attempts: 2 bulk-change. Details: porchlight job list --state failed",
    );
  });
});

describe("doctor on mail", () => {
  it("requires a mail server only in production", async () => {
    expect((await checkMail(environmentOf({}))).state).toBe("ok");
    expect((await checkMail(environmentOf({ NODE_ENV: "production" }))).state).toBe("problem");
  });

  it("names an unreachable mail server without its password", async () => {
    const finding = await checkMail(environmentOf({ SMTP_URL: "smtp://me:hush@127.0.0.1:1" }));
    expect(finding).toMatchObject({ check: "mail", state: "problem" });
    expect(finding.message).toContain("127.0.0.1:1");
    expect(finding.message).not.toContain("hush");
  });
});

describe("doctor on queries of items", () => {
  it("proposes indexes for slow queries", () => {
    expect(evaluateQueries([])).toMatchObject([{ state: "ok" }]);
    const fields = [{ path: "shelf" }, { path: "title", order: "DESC" as const }];
    const [finding] = evaluateQueries([{ collectionId: "Recipes", fields, slowestMs: 3_420 }]);
    expect(finding).toMatchObject({
      state: "warning",
      message: expect.stringMatching(/3\.4 s.*porchlight collection index add Recipes shelf title:desc$/),
    });
  });
});
