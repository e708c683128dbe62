import { buildSite, needsBuild } from "../apps/site/build.ts";
import { buildCli } from "../packages/cli/build.ts";
import { buildPackages } from "./build-packages.ts";

const onProgress = (line: string) => console.log(line);

/** Builds the packages for publishing, the command line, and, if a source has changed or with `--force`, the site. */
await buildPackages({ onProgress });
onProgress("Compiling the command line");
await buildCli();
if (process.argv.includes("--force") || needsBuild()) {
  await buildSite({ onProgress });
} else {
  console.log("The site is built already");
}
