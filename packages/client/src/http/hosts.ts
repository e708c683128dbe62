/** Target hosts. `api` serves the token endpoint and sign-in, `edge` the module calls. A plain base URL serves both. */
export interface Hosts {
  readonly api: string;
  readonly edge: string;
}

/** The original hosted platform. Source: wire.md, "Hosts". */
export const hostedPlatform: Hosts = { api: "https://www.wixapis.com", edge: "https://edge.wixapis.com" };

/** Both hosts without a trailing slash. */
export function resolveHosts(host: string | Hosts): Hosts {
  const { api, edge } = typeof host === "string" ? { api: host, edge: host } : host;
  const trim = (url: string) => url.replace(/\/+$/, "");
  return { api: trim(api), edge: trim(edge) };
}
