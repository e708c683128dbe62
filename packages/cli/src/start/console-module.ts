import type { SiteServer } from "@porchlight/server";
import type { Io } from "../runtime/io.ts";
import type { ConsoleFetch } from "./router.ts";
import { buildIfNeeded } from "./site-module.ts";

/** Creates the console of a site. */
export type LoadedConsole = (server: SiteServer) => ConsoleFetch;

/** Loads the console, and builds it if required. @throws {Failure} if it cannot be built. */
export async function loadConsole(io: Io): Promise<LoadedConsole> {
  const { consoleBuild } = await import("@porchlight/console/build.ts");
  await buildIfNeeded(io, consoleBuild, "console");
  const folder = new URL("dist/", import.meta.resolve("@porchlight/console/package.json"));
  const { createConsole } = await import("@porchlight/console/src/server/console.ts");
  return ({ context, fetch }) => {
    const { site, staffSite, config } = context;
    const console = createConsole({
      publicUrl: config.publicUrl,
      folder,
      settings: () => ({
        siteName: site.name,
        siteLanguage: site.language,
        timeZone: site.timeZone,
        clientId: staffSite.clientId,
      }),
      api: fetch,
    });
    return (request, clientAddress) => console.fetch(request, clientAddress);
  };
}
