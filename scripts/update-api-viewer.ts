import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { constants, gzipSync } from "node:zlib";
import { root } from "./run-step.ts";

/**
 * Replaces the viewer of the API reference with a version of Scalar, compressed as the server sends it:
 * `npx node scripts/update-api-viewer.ts 1.72.1`. Then change `viewerName` in `api-docs/routes.ts`.
 */
const version = process.argv[2];
if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) throw new Error("Pass the version of @scalar/api-reference.");

const target = path.join(root, "packages/server/src/api-docs/viewer");
const folder = mkdtempSync(path.join(os.tmpdir(), "viewer-"));
try {
  // npm verifies the integrity of the archive.
  execFileSync("npm", ["pack", `@scalar/api-reference@${version}`], { cwd: folder, stdio: "inherit" });
  const [archive] = globSync("*.tgz", { cwd: folder });
  if (!archive) throw new Error("npm downloaded no archive.");
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  const script = readFileSync(path.join(folder, "package/dist/browser/standalone.js"), "utf8");
  for (const file of globSync("scalar-*.js.gz", { cwd: target })) rmSync(path.join(target, file));
  writeFileSync(
    path.join(target, `scalar-${version}.js.gz`),
    // The source map is not served.
    gzipSync(script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"), { level: constants.Z_BEST_COMPRESSION }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
