import type { DataCollection, ListDataCollectionsResponse } from "@porchlight/contract/data/collections/collection";
import { listDataCollections } from "@porchlight/contract/data/collections/endpoints";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { Failure } from "../runtime/errors/failure.ts";

const pageSize = 1000;
const responseTimeoutMs = 30_000;

/** Parses the URL of a server. @throws {Failure} */
export function requireServerUrl(address: string): URL {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure(`"${address}" is not the URL of a server, such as http://localhost:4000.`, { exitCode: 2 });
}

/**
 * Reads the collections of a running server.
 *
 * @throws {Failure} if the server is unreachable or rejects the key.
 */
export async function readCollections(address: string, key: string): Promise<DataCollection[]> {
  const base = requireServerUrl(address)
    .href.replace(/[?#].*$/, "")
    .replace(/\/$/, "");
  const collections: DataCollection[] = [];
  for (;;) {
    const query = { paging: { limit: pageSize, offset: collections.length } };
    const { method, url } = buildRequest(listDataCollections, { query });
    const page = await request(base, method, url, key);
    collections.push(...page.collections);
    if (page.collections.length < pageSize) return collections;
  }
}

async function request(base: string, method: string, url: string, key: string): Promise<ListDataCollectionsResponse> {
  let response: Response;
  try {
    response = await fetch(base + url, {
      method,
      headers: { authorization: key },
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
  } catch (cause) {
    throw new Failure(`${base} cannot be reached. Check that the server is running and that the address is correct.`, {
      cause,
    });
  }
  const { status } = response;
  if (status === 401)
    throw new Failure(`${base} rejected the API key. Create one: porchlight key create --name codegen`);
  if (status === 403) throw new Failure("This API key may not list collections. Use one with the role read or higher.");
  const page: ListDataCollectionsResponse | undefined = await response.json().catch(() => undefined);
  if (status !== 200 || !Array.isArray(page?.collections)) {
    throw new Failure(`${base} does not respond like a Porchlight server (status ${status}). Check the address.`);
  }
  return page;
}
