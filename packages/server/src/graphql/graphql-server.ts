import { maxAliasesPlugin } from "@escape.tech/graphql-armor-max-aliases";
import { maxDepthPlugin } from "@escape.tech/graphql-armor-max-depth";
import { maxTokensPlugin } from "@escape.tech/graphql-armor-max-tokens";
import { useAPQ } from "@graphql-yoga/plugin-apq";
import { useDisableIntrospection } from "@graphql-yoga/plugin-disable-introspection";
import { type DocumentNode, GraphQLError, type GraphQLSchema, printSchema } from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import { LRUCache } from "lru-cache";
import type { BlogContext } from "../blog/blog-context.ts";
import { listReadableCollections } from "../data/collections/list-data-collections.ts";
import type { DataContext } from "../data/data-context.ts";
import { cacheFor } from "../platform/concurrency/cached-value.ts";
import type { Caller } from "../platform/context/caller.ts";
import { currentRequest, type RequestContext } from "../platform/context/request-context.ts";
import { describeError } from "../platform/http/error-response.ts";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import { costLimitPlugin } from "./cost-limit.ts";
import { createContexts, type GraphqlContext } from "./graphql-context.ts";
import { createQueryCache, type QueryParameters, type QueryResult } from "./query-cache.ts";
import { responseSizePlugin } from "./response-size.ts";
import { createSchema } from "./schema.ts";

/** Limits of one operation. Source: security requirements §2. */
const limits = { depth: 12, aliases: 30, tokens: 2_000, cost: 5_000 };
/** Characters of the documents of automatic persisted queries. */
const maxPersistedCharacters = 8_388_608;
/** Characters of parsed documents. Short names require up to a hundred times as much memory when parsed. */
const maxParsedCharacters = 524_288;
/** Collections with types of their own. */
const maxCollections = 200;

interface ServerContext {
  requester: RequestContext;
}

/** The GraphQL API, for requests whose caller has been determined. */
export interface GraphqlServer {
  execute(request: Request, parameters: QueryParameters, requester: RequestContext): Promise<QueryResult>;
  /** The schema for the caller, in the schema definition language. */
  printSchema(caller: Caller): Promise<string>;
}

/** Creates the server of `/graphql/:version`. */
export function createGraphqlServer(
  context: BlogContext & DataContext,
  served: readonly ServedEndpoint[],
  { introspection }: { introspection: boolean },
): GraphqlServer {
  const schemaFor = createSchemas(context, served);
  const contextOf = createContexts(served);
  const cache = createQueryCache(context, new Set(["post", "posts", "category", "categories", "tag", "tags"]));
  const persisted = new LRUCache<string, string>({
    maxSize: maxPersistedCharacters,
    sizeCalculation: (text) => text.length + 1,
  });
  const yoga = createYoga<ServerContext, GraphqlContext>({
    graphqlEndpoint: "/graphql/:version",
    schema: ({ requester }) => schemaFor(requester.caller),
    context: ({ requester }) => contextOf(requester),
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    batching: false,
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: createDocumentCache() },
    maskedErrors: { maskError: (error) => toGraphqlError(error, context) },
    plugins: [
      {
        onExecute({ args: { document } }: { args: { document: DocumentNode } }) {
          if (document.loc) cache.record(document, document.loc.source.body);
        },
      },
      maxDepthPlugin({ n: limits.depth, flattenFragments: true }),
      maxAliasesPlugin({ n: limits.aliases }),
      maxTokensPlugin({ n: limits.tokens }),
      costLimitPlugin(limits.cost),
      responseSizePlugin,
      useAPQ({ store: { get: (key) => persisted.get(key), set: (key, text) => void persisted.set(key, text) } }),
      ...(introspection ? [] : [useDisableIntrospection(), hideSuggestionsPlugin]),
    ],
  });
  return {
    execute: (request, parameters, requester) =>
      cache.answer(parameters, { caller: requester.caller, accept: request.headers.get("accept") }, async () => {
        const response = await yoga.fetch(request, { requester });
        const contentType = response.headers.get("content-type") ?? "application/json; charset=utf-8";
        return { text: await response.text(), status: response.status, contentType };
      }),
    printSchema: async (caller) => printSchema(await schemaFor(caller)),
  };
}

/** A cache by text of the document. */
function createDocumentCache<Value extends object>(): LRUCache<string, Value> {
  return new LRUCache({ maxSize: maxParsedCharacters, sizeCalculation: (_value, text) => text.length + 1 });
}

/** Schemas by kind of caller and role of the API key, updated within a second when collections change. */
function createSchemas(context: DataContext, served: readonly ServedEndpoint[]) {
  let current: { key: string; schema: GraphQLSchema } | undefined;
  const schemaOf = (caller: Caller) => {
    let latest = current;
    return cacheFor(async () => {
      const collections = await listReadableCollections(context, caller, maxCollections);
      const key = collections.map(({ id, version }) => `${id} ${version}`).join();
      if (latest?.key !== key) latest = { key, schema: createSchema(served, collections) };
      current = latest;
      return latest.schema;
    });
  };
  const kinds = new Map<string, ReturnType<typeof schemaOf>>();
  return (caller: Caller) => {
    const kind = `${caller.kind} ${"apiKey" in caller ? caller.apiKey?.role : ""}`;
    const existing = kinds.get(kind);
    if (existing) return existing.read();
    const created = schemaOf(caller);
    kinds.set(kind, created);
    return created.read();
  };
}

/** Removes names of the schema that errors suggest instead of misspelled ones. */
const hideSuggestionsPlugin: Plugin = {
  onResultProcess({ result }) {
    if (!("errors" in result)) return;
    for (const error of result.errors ?? []) error.message = error.message.replace(/ Did you mean .*$/s, "");
  },
};

/** Adds the code and the details of the contract's error envelope. */
function toGraphqlError(error: unknown, { log }: Pick<DataContext, "log">): Error {
  if (!(error instanceof GraphQLError)) return convert(error, log);
  const { originalError } = error;
  if (!originalError || originalError instanceof GraphQLError) return error;
  return convert(originalError, log, error);
}

function convert(error: unknown, log: DataContext["log"], at?: GraphQLError): GraphQLError {
  const { status, body } = describeError(error, currentRequest()?.id ?? "", log);
  const { message, details } = body;
  const code = "applicationError" in details ? details.applicationError.code : "INVALID_ARGUMENT";
  const extensions = { code, status, details };
  return new GraphQLError(message, { nodes: at?.nodes ?? null, path: at?.path ?? null, extensions });
}
