import type { DataCollection, ListDataCollectionsResponse } from "@porchlight/contract/data/collections/collection";
import { listDataCollections } from "@porchlight/contract/data/collections/endpoints";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { Failure } from "../runtime/errors/failure.ts";

const pageSize = 1000;
const answerMs = 30_000;

/**
 * Reads the collections of a running server.
 *
 * @throws {Failure} if the server is unreachable or rejects the key.
 */
export async function readCollections(address: string, key: string): Promise<DataCollection[]> {
  const host = URL.parse(address);
  if (!host || !/^https?:$/.test(host.protocol)) {
    throw new Failure(`"${address}" is no address of a server. Write it like http://localhost:4000.`, { exitCode: 2 });
  }
  const base = host.href.replace(/[?#].*$/, "").replace(/\/$/, "");
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
      signal: AbortSignal.timeout(answerMs),
    });
  } catch (cause) {
    throw new Failure(`${base} cannot be reached. Does the server run, and is the address right?`, { cause });
  }
  const { status } = response;
  if (status === 401)
    throw new Failure(`${base} does not take this key. This makes one: porchlight key create --name codegen`);
  if (status === 403) throw new Failure("This key may not list collections. One of role read may.");
  const answer: ListDataCollectionsResponse | undefined = await response.json().catch(() => undefined);
  if (status !== 200 || !Array.isArray(answer?.collections)) {
    throw new Failure(`${base} does not answer as a Porchlight does (status ${status}). Is the address right?`);
  }
  return answer;
}
