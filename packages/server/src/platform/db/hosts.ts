import pg from "pg";

/** How often a node checks which server is the primary. */
const checkIntervalMs = 1_000;
/** A server that takes longer to connect or to respond counts as failed. */
const probeTimeoutMs = 1_500;

/** A server of a connection URL. */
export interface Host {
  host: string;
  port: number;
}

/** Finds the server that accepts writes among several, and notices when another one takes over. */
export interface PrimaryFinder {
  /** Returns the primary. @throws {Error} if no server accepts writes. */
  find(): Promise<Host>;
  /** Whether another server has become the primary. */
  isFormer(host: Host): boolean;
  close(): void;
}

const authority = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)/;

/**
 * Splits a URL with several hosts, as libpq accepts it, into one URL for each, without `target_session_attrs`. Source:
 * PostgreSQL, "Specifying Multiple Hosts".
 */
export function splitHosts(connectionString: string): string[] {
  const [matched = "", start = "", hosts = ""] = authority.exec(connectionString) ?? [];
  const rest = connectionString
    .slice(matched.length)
    .replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_all, before: string, after: string) => after && before);
  return hosts.split(",").map((host) => start + host + rest);
}

/**
 * Checks the servers of these URLs once a second.
 *
 * @param onChange Called when another server has become the primary.
 */
export function createPrimaryFinder(urls: readonly string[], onChange: () => void): PrimaryFinder {
  let current: string | undefined;
  let pending: Promise<string> | undefined;

  async function check(): Promise<string> {
    const probes = startProbes(urls);
    const isCurrent = await (current === undefined ? undefined : probes.get(current)?.catch(() => false));
    if (current !== undefined && isCurrent) return current;
    const primary = await firstPrimary(probes);
    const hasChanged = current !== undefined && current !== primary;
    current = primary;
    if (hasChanged) onChange();
    return primary;
  }
  const checkOnce = () => (pending ??= check().finally(() => (pending = undefined)));
  let timer: NodeJS.Timeout | undefined;

  return {
    async find() {
      timer ??= setInterval(() => void checkOnce().catch(() => undefined), checkIntervalMs).unref();
      if (current !== undefined) return hostOf(current);
      return hostOf(await checkOnce());
    },
    isFormer(host) {
      const primary = current === undefined ? host : hostOf(current);
      return host.host !== primary.host || host.port !== primary.port;
    },
    close: () => clearInterval(timer),
  };
}

/** Returns a URL with the primary as its only host. @throws {Error} if no server accepts writes. */
export async function findPrimaryUrl(connectionString: string): Promise<string> {
  const urls = splitHosts(connectionString);
  return urls.length === 1 ? urls[0]! : firstPrimary(startProbes(urls));
}

/** Probes without a caller may fail. */
function startProbes(urls: readonly string[]): Map<string, Promise<boolean>> {
  const probes = new Map(urls.map((url) => [url, probePrimary(url)]));
  for (const probe of probes.values()) probe.catch(() => undefined);
  return probes;
}

/** @throws {Error} with the code of a refused connection. */
async function firstPrimary(probes: ReadonlyMap<string, Promise<boolean>>): Promise<string> {
  const primaries = [...probes].map(async ([url, probe]) => {
    if (!(await probe)) throw new Error("This server is a replica.");
    return url;
  });
  return Promise.any(primaries).catch((cause: unknown) => {
    const error = new Error("No server of the connection URL accepts writes.", { cause });
    throw Object.assign(error, { code: "ECONNREFUSED" });
  });
}

/** Whether a server accepts writes. */
async function probePrimary(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    application_name: "porchlight check",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ replica: boolean }>("select pg_is_in_recovery() as replica");
    return rows[0]?.replica === false;
  } finally {
    // Waiting for the end of a connection to a server that does not respond would take minutes.
    void client.end().catch(() => undefined);
  }
}

/** The server of a URL with one host, or its socket folder. */
export function hostOf(connectionString: string): Host {
  const { host, port } = new pg.Client({ connectionString });
  return { host, port };
}
