import { defineAppBuild } from "@porchlight/site/build.ts";

/** Builds the console for the browser into `apps/console/dist`. */
export const consoleBuild = defineAppBuild({
  name: "console",
  folder: "apps/console",
  packages: ["react", "client", "contract", "editor"],
  files: ["package.json", "build.ts", "vite.config.ts", "../site/trim-router.ts"],
  hasServer: false,
});
