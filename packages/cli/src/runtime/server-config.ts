import path from "node:path";
import type { ServerConfig } from "@porchlight/server";
import type { Logger } from "pino";
import type { Installation } from "./connection.ts";
import type { Environment } from "./environment.ts";
import type { ServerAddress } from "./running-server.ts";

/** Converts the environment to the server's configuration. */
export function serverConfig(
  environment: Environment,
  { connection, secretKey }: Installation,
  { publicUrl, siteUrl, logger }: ServerAddress & { logger: Logger },
): ServerConfig {
  return {
    connection,
    secretKey,
    publicUrl,
    siteUrl,
    smtpUrl: environment.smtpUrl,
    mailFrom: environment.mailFrom ?? `Porchlight <no-reply@${new URL(publicUrl).hostname}>`,
    messageWebhook: environment.messageWebhook,
    updateRegistryUrl: environment.updateRegistryUrl,
    outbound: environment.outbound,
    mediaDir: path.resolve(environment.dataDir, "media"),
    ...backupConfig(environment),
    backupPassphrase: environment.backupPassphrase,
    walArchiveDir: environment.databaseUrl === undefined ? environment.walArchiveDir : undefined,
    mediaS3: environment.mediaS3,
    captchaVerifyUrl: environment.captchaVerifyUrl,
    captchaScriptUrl: environment.captchaScriptUrl,
    production: environment.production,
    externalMetrics: environment.metricsPort !== undefined,
    graphqlIntrospection: environment.graphqlIntrospection,
    rateLimits: environment.rateLimits,
    logger,
  };
}

/** The public address: `PUBLIC_URL`, or this machine. */
export function publicUrlOf(environment: Environment, port = environment.port): string {
  return environment.publicUrl ?? `http://localhost:${port}`;
}

/** Where backups are stored. */
export const backupConfig = ({ backupDir, backupS3, dataDir }: Environment) => ({
  backupDir: path.resolve(backupDir ?? path.join(dataDir, "backups")),
  backupS3,
});
