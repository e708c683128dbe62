import { type DocumentNode, Kind, OperationTypeNode } from "graphql";
import { LRUCache } from "lru-cache";
import type { BlogContext } from "../blog/blog-context.ts";
import { showsViews } from "../blog/read-cache.ts";
import type { Caller } from "../platform/context/caller.ts";

/** The parameters of a request. Source: GraphQL over HTTP. */
export interface QueryParameters {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
  extensions?: unknown;
}

/** Answers queries of the blog from its read cache, without executing them. */
export interface QueryCache {
  /** Records a document that was executed. */
  record(document: DocumentNode, text: string): void;
  /** @param execute Returns the response and whether it may be cached. */
  answer(
    parameters: QueryParameters,
    request: CachedRequest,
    execute: () => Promise<QueryResult>,
  ): Promise<QueryResult>;
}

/** What the response depends on besides the parameters. */
export interface CachedRequest {
  caller: Caller;
  /** Accepted media types. */
  accept: string | null;
}

export interface QueryResult {
  text: string;
  status: number;
  contentType: string;
}

/** Characters of the texts of documents. */
const maxCharacters = 4_194_304;

/** @param blogFields Names of the fields of `Query` whose result depends on the blog and their arguments only. */
export function createQueryCache({ readCache }: BlogContext, blogFields: ReadonlySet<string>): QueryCache {
  /** Whether the blog determines the result, by text of the document. */
  const documents = new LRUCache<string, boolean>({
    maxSize: maxCharacters,
    sizeCalculation: (_value, text) => text.length + 1,
  });
  return {
    record(document, text) {
      // Reads of the text count as views of the post.
      documents.set(text, readsOnly(document, blogFields) && !text.includes("richContent"));
    },
    async answer({ query, variables, operationName, extensions }, { caller, accept }, execute) {
      const isCacheable =
        typeof query === "string" && extensions === undefined && caller.kind !== "anonymous" && documents.get(query);
      let isOwn = false;
      if (!isCacheable) return execute();
      const key = ["graphql", caller.kind === "member", accept, query, variables, operationName];
      const options = {
        showsViews: showsViews(key) || /metrics/.test(query),
        sizeOf: ({ text }: QueryResult) => text.length,
      };
      try {
        return await readCache.get(key, options, async () => {
          isOwn = true;
          const result = await execute();
          if (result.status !== 200 || result.text.includes('"errors":')) throw new Uncacheable(result);
          return result;
        });
      } catch (error) {
        // A concurrent request of another caller may have failed for reasons of its own, such as a rate limit.
        if (error instanceof Uncacheable) return isOwn ? error.result : execute();
        throw error;
      }
    },
  };
}

/** A result with errors, which may be temporary. */
class Uncacheable extends Error {
  readonly result: QueryResult;
  constructor(result: QueryResult) {
    super("the result has errors");
    this.result = result;
  }
}

function readsOnly({ definitions }: DocumentNode, fields: ReadonlySet<string>): boolean {
  return definitions.every(
    (definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ||
      (definition.kind === Kind.OPERATION_DEFINITION &&
        definition.operation === OperationTypeNode.QUERY &&
        definition.selectionSet.selections.every(
          (selection) => selection.kind === Kind.FIELD && fields.has(selection.name.value),
        )),
  );
}
