import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noteAddress, readNotedAddress } from "./running-server.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "porchlight-note-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("tells commands where the last server was reached, and whether it had a member site", () => {
  expect(readNotedAddress(dataDir)).toBeUndefined();
  const publicUrl = "https://example.com";
  noteAddress(dataDir, { publicUrl, siteUrl: publicUrl });
  expect(readNotedAddress(dataDir)).toEqual({ publicUrl, siteUrl: publicUrl });
  noteAddress(dataDir, { publicUrl });
  expect(readNotedAddress(dataDir)).toEqual({ publicUrl, siteUrl: undefined });
});

it("takes a note that is no address for none", () => {
  writeFileSync(path.join(dataDir, "public-url"), "\0");
  expect(readNotedAddress(dataDir)).toBeUndefined();
});
