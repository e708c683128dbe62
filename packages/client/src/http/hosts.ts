import { requireOption } from "../errors.ts";

/** Target hosts. `api` serves the token endpoint and sign-in, `edge` the module calls. A plain base URL serves both. */
export interface Hosts {
  readonly api: string;
  readonly edge: string;
}

/** The original hosted platform. Source: wire.md, "Hosts". */
export const hostedPlatform: Hosts = { api: "https://www.wixapis.com", edge: "https://edge.wixapis.com" };

/** Both hosts without a trailing slash. @throws {PorchlightError} `INVALID_OPTION` */
export function resolveHosts(host: string | Hosts): Hosts {
  const { api, edge }: Hosts = typeof host === "string" ? { api: host, edge: host } : Object(host);
  const trim = (url: string) => {
    requireOption(
      /^https?:\/\/[^\s/@]+(\/|$)/.test(url),
      "createClient: host",
      "a URL such as https://members.example.com",
    );
    return url.replace(/\/+$/, "");
  };
  return { api: trim(api), edge: trim(edge) };
}
