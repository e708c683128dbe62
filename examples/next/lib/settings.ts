export interface Settings {
  /** Base URL of the Porchlight server. */
  host: string;
  /** The client id from `porchlight app create`. */
  clientId: string;
}

/** Public URL of this site. Behind a proxy the request has another host. */
export const siteUrl = (): string => process.env.SITE_URL ?? "http://localhost:3000";

/** Read at each request, so that one build runs in every environment. */
export function readSettings(): Settings & { secure: boolean; httpOnly: true; siteUrl: string } {
  const { PORCHLIGHT_HOST: host, PORCHLIGHT_CLIENT_ID: clientId } = process.env;
  if (!host || !clientId) throw new Error("Set PORCHLIGHT_HOST and PORCHLIGHT_CLIENT_ID.");
  return { host, clientId, secure: siteUrl().startsWith("https:"), httpOnly: true, siteUrl: siteUrl() };
}
