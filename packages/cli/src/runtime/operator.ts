import type { AppContext } from "@porchlight/server";
import { openInstallation } from "./connection.ts";
import { readEnvironment } from "./environment.ts";
import { describeDatabaseError } from "./errors/format-database-error.ts";
import type { Io } from "./io.ts";
import { createLogger } from "./logger.ts";
import { readRecordedAddress } from "./running-server.ts";
import { publicUrlOf, serverConfig } from "./server-config.ts";
import type { SiteConfig } from "./site-config.ts";

/** Options of all commands. */
export interface CommonOptions {
  dataDir?: string;
  /** ID, URL, host, or name of the site. Default: the main site. */
  site?: string;
}

interface OperatorOptions {
  /** The site's configuration module, if `work` calls its hooks. */
  own?: SiteConfig;
  /** Whether `work` may initialize a site: only for commands that create or set something. Default: false. */
  begins?: boolean;
  /** Whether the site may be one that is being removed. Default: false. */
  includesRemoved?: boolean;
}

/**
 * Runs `work` on the installation's database, next to a running server or alone, and closes everything.
 *
 * @throws {Failure} if there is no site and the command does not initialize one.
 */
export async function withOperator<Answer>(
  io: Io,
  options: CommonOptions,
  work: (context: AppContext) => Promise<Answer>,
  { own = {}, begins = false, includesRemoved = false }: OperatorOptions = {},
): Promise<Answer> {
  const environment = readEnvironment(io.env, options, io.terminal);
  const installation = await openInstallation(io, environment, { role: "command", begins });
  try {
    const { openOperator } = await import("@porchlight/server/operations");
    const logger = await createLogger({ ...environment, logLevel: io.env.LOG_LEVEL ? environment.logLevel : "warn" });
    const noted = environment.databaseUrl === undefined ? readRecordedAddress(environment.dataDir) : undefined;
    const publicUrl = environment.publicUrl ?? noted?.publicUrl ?? publicUrlOf(environment);
    const siteUrl = noted && noted.siteUrl === undefined ? undefined : publicUrl;
    const config = { ...serverConfig(environment, installation, { publicUrl, siteUrl, logger }), siteHooks: own.hooks };
    const operator = await openOperator(config, options.site, includesRemoved).catch((error: unknown) => {
      throw environment.databaseUrl === undefined ? error : describeDatabaseError(error, environment.databaseUrl);
    });
    try {
      return await work(operator.context);
    } finally {
      await operator.close();
    }
  } finally {
    await installation.close();
  }
}

/** The operator, who has all permissions. */
export const owner = { kind: "owner" } as const;
