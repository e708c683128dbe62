import { normalizeSitePath } from "@porchlight/contract/blog/legacy-path";
import type { RedirectRow, RedirectValues } from "./site-redirects-store.ts";

/** The most redirects that may follow one another. Browsers stop after 20. */
const maxChain = 10;

type StoredRedirect = RedirectValues & Partial<Pick<RedirectRow, "id">>;

/** The redirects of a site in memory, to check many changes with one query. */
export interface RedirectTable {
  size(): number;
  find(source: string): StoredRedirect | undefined;
  /** Adds a redirect, or replaces the one with its source. */
  set(redirect: StoredRedirect): void;
  delete(source: string): void;
  /** What is wrong with the chain that a redirect would be part of. */
  problemOf(redirect: Pick<RedirectValues, "source" | "target">): "LOOP" | "CHAIN" | undefined;
}

/** Creates a table of these redirects. */
export function createRedirectTable(rows: readonly RedirectRow[]): RedirectTable {
  const bySource = new Map<string, StoredRedirect>();
  const sourcesByPath = new Map<string, Set<string>>();

  function remove(source: string): void {
    const path = pathOf(bySource.get(source)?.target);
    if (path !== undefined) sourcesByPath.get(path)?.delete(source);
    bySource.delete(source);
  }

  function set(redirect: StoredRedirect): void {
    remove(redirect.source);
    bySource.set(redirect.source, redirect);
    const path = pathOf(redirect.target);
    if (path === undefined) return;
    const sources = sourcesByPath.get(path) ?? new Set();
    sourcesByPath.set(path, sources.add(redirect.source));
  }

  /** How many redirects follow one another up to a path; one more than the maximum for longer chains. */
  function lengthBefore(path: string): number {
    let length = 0;
    let sources = new Set([path]);
    while (length <= maxChain) {
      sources = new Set([...sources].flatMap((source) => [...(sourcesByPath.get(source) ?? [])]));
      if (sources.size === 0) return length;
      length += 1;
    }
    return length;
  }

  for (const row of rows) set(row);
  return {
    size: () => bySource.size,
    find: (source) => bySource.get(source),
    set,
    delete: remove,
    problemOf({ source, target }) {
      let length = 1;
      for (let path = pathOf(target); path !== undefined && length <= maxChain; length += 1) {
        if (path === source) return "LOOP";
        const next = bySource.get(path);
        if (!next) break;
        path = pathOf(next.target);
      }
      return length + lengthBefore(source) > maxChain ? "CHAIN" : undefined;
    },
  };
}

/** The path of a target on the site, as the source of a redirect. */
const pathOf = (target: string | undefined): string | undefined =>
  target?.startsWith("/") ? normalizeSitePath(target).normalize("NFC") : undefined;
