import { buildSite, needsBuild } from "../apps/site/build.ts";
import { buildPackages } from "./build-packages.ts";

const onProgress = (line: string) => console.log(line);

/** Builds the packages for publishing, and the site where a source has changed since; `--force` builds it in any case. */
await buildPackages({ onProgress });
if (process.argv.includes("--force") || needsBuild()) {
  await buildSite({ onProgress });
} else {
  console.log("The site is built already");
}
