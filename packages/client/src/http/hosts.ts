/**
 * Where calls go. `api` takes the token endpoint and what a sign-in calls itself, `edge` the calls of modules. A plain
 * base URL stands for both.
 */
export interface Hosts {
  readonly api: string;
  readonly edge: string;
}

/** The original hosted platform. Source: wire.md, "Hosts". */
export const hostedPlatform: Hosts = { api: "https://www.wixapis.com", edge: "https://edge.wixapis.com" };

/** Both hosts without a slash at the end, so that a path can follow. */
export function resolveHosts(host: string | Hosts): Hosts {
  const { api, edge } = typeof host === "string" ? { api: host, edge: host } : host;
  const trim = (url: string) => url.replace(/\/+$/, "");
  return { api: trim(api), edge: trim(edge) };
}
