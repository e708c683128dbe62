import { buildSite, needsBuild } from "../apps/site/build.ts";

/** Builds what is built for browsers, where a source has changed since; `--force` builds in any case. */
if (process.argv.includes("--force") || needsBuild()) {
  await buildSite({ onProgress: (line) => console.log(line) });
} else {
  console.log("The site is built already");
}
