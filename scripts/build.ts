import { consoleBuild } from "../apps/console/build.ts";
import { siteBuild } from "../apps/site/build.ts";
import { buildCli } from "../packages/cli/build.ts";
import { buildPackages } from "./build-packages.ts";

const onProgress = (line: string) => console.log(line);

/** Builds the packages for publishing, the command line, and, if a source has changed or with `--force`, the site and
 * the console. */
await buildPackages({ onProgress });
onProgress("Compiling the command line");
await buildCli();
for (const { needsBuild, build } of [siteBuild, consoleBuild])
  if (process.argv.includes("--force") || needsBuild()) await build({ onProgress });
