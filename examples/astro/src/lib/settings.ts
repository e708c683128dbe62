export interface Settings {
  /** Where the Porchlight server answers. */
  host: string;
  /** As `porchlight app create` told it. */
  clientId: string;
}

/** Where browsers find this site. Behind a proxy a request names another address. */
export const siteUrl = (): string => process.env.SITE_URL ?? "http://localhost:4321";

/** Read at each request, so that one build runs anywhere. */
export function readSettings(): Settings & { secure: boolean } {
  const { PORCHLIGHT_HOST: host, PORCHLIGHT_CLIENT_ID: clientId } = process.env;
  if (!host || !clientId) throw new Error("Set PORCHLIGHT_HOST and PORCHLIGHT_CLIENT_ID.");
  return { host, clientId, secure: siteUrl().startsWith("https:") };
}
