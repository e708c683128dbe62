import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readRecordedAddress, recordAddress } from "./running-server.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "porchlight-note-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("returns the last recorded addresses, with and without a member site", () => {
  expect(readRecordedAddress(dataDir)).toBeUndefined();
  const publicUrl = "https://example.com";
  recordAddress(dataDir, { publicUrl, siteUrl: publicUrl });
  expect(readRecordedAddress(dataDir)).toEqual({ publicUrl, siteUrl: publicUrl });
  recordAddress(dataDir, { publicUrl });
  expect(readRecordedAddress(dataDir)).toEqual({ publicUrl, siteUrl: undefined });
});

it("ignores an invalid record", () => {
  writeFileSync(path.join(dataDir, "public-url"), "\0");
  expect(readRecordedAddress(dataDir)).toBeUndefined();
});
