import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSecretKeyFile } from "./secret-key.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "secret-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe("openSecretKeyFile", () => {
  it("creates a key once, readable only by its owner", () => {
    const key = openSecretKeyFile(dataDir, { mayCreate: true });
    expect(key).toHaveLength(32);
    expect(openSecretKeyFile(dataDir, { mayCreate: false })).toEqual(key);
    expect(statSync(path.join(dataDir, "secret-key")).mode & 0o777).toBe(0o600);
  });

  it("creates no key for a database with another one", () => {
    mkdirSync(path.join(dataDir, "postgres", "data"), { recursive: true });
    writeFileSync(path.join(dataDir, "postgres", "data", "PG_VERSION"), "18\n");
    expect(() => openSecretKeyFile(dataDir, { mayCreate: true })).toThrow(
      /is missing, and the database next to it cannot be read/,
    );
    expect(() => readFileSync(path.join(dataDir, "secret-key"))).toThrow(/ENOENT/);
  });

  it("creates no key in production, and prints how to create one", () => {
    expect(() => openSecretKeyFile(dataDir, { mayCreate: false })).toThrow(/openssl rand -base64 32/);
  });

  it("rejects a file without a key, and does not print its content", () => {
    writeFileSync(path.join(dataDir, "secret-key"), "hunter2");
    expect(() => openSecretKeyFile(dataDir, { mayCreate: true })).toThrow(/does not contain a valid key/);
    expect(() => openSecretKeyFile(dataDir, { mayCreate: true })).not.toThrow(/hunter2/);
  });
});
