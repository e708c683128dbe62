import { buildSite, needsBuild } from "../apps/site/build.ts";
import { buildPackages } from "./build-packages.ts";

const onProgress = (line: string) => console.log(line);

/** Builds the packages for publishing, and the site if a source has changed; `--force` always builds it. */
await buildPackages({ onProgress });
if (process.argv.includes("--force") || needsBuild()) {
  await buildSite({ onProgress });
} else {
  console.log("The site is built already");
}
