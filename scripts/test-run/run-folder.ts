import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Creates the temporary folder of a test run, and removes it when this process exits. In memory if there is room,
 * because the creation of each test database waits for the disk otherwise.
 */
export function makeRunFolder(): string {
  const folder = mkdtempSync(path.join(isRoomy("/dev/shm") ? "/dev/shm" : os.tmpdir(), "porchlight-"));
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}
