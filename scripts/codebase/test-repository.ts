import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { SourceTree } from "./source-tree.ts";

/** A repository with these files in a temporary folder, which is deleted after the test. */
export function testRepository(files: Readonly<Record<string, string>>): SourceTree {
  const root = mkdtempSync(path.join(os.tmpdir(), "codebase-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return new SourceTree(root);
}
