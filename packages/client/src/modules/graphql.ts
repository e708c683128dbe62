import { endpoint } from "@porchlight/contract/endpoint";
import type { CallOptions, Transport } from "../transport.ts";

/** A query that carries the types of its answer and variables, as code generators make it, or plain text. */
export type GraphqlDocument<Data, Variables> = string | { toString(): string; __apiType?(variables: Variables): Data };

/** Options of a GraphQL request. */
export interface GraphqlOptions extends CallOptions {
  /** `alpha` unless given. */
  apiVersion?: string;
}

/** The response to a GraphQL request. */
export interface GraphqlResponse<Data> {
  /** An empty object where the answer has none. */
  data: Data;
  /** What went wrong within an answer of status 200. */
  errors:
    | readonly { message: string; path?: readonly (string | number)[]; extensions?: Record<string, unknown> }[]
    | undefined;
}

/** Member names are the caller's own, on both ways. */
const verbatim = { verbatim: ["*"] };

/**
 * Asks the server in GraphQL: `createClient({ …, modules: { graphql } })` makes `client.graphql(query, variables)`. It is sent
 * once: the client cannot tell a query from a mutation.
 *
 * @throws {PorchlightError} For any status but 200. Errors inside an answer of 200 are answered. Source: wire.md, "GraphQL
 * and raw calls".
 */
export function graphql(transport: Transport) {
  return async <Data = Record<string, unknown>, Variables extends object = Record<string, unknown>>(
    query: GraphqlDocument<Data, Variables>,
    variables?: Variables,
    { apiVersion = "alpha", ...call }: GraphqlOptions = {},
  ): Promise<GraphqlResponse<Data>> => {
    const { data, errors } = await transport.send<{ body: object }, Partial<GraphqlResponse<Data>>>(
      endpoint("POST", `/graphql/${encodeURIComponent(apiVersion)}`),
      { body: { query: String(query), variables } },
      { ...call, host: "api", conversion: { request: verbatim, response: verbatim } },
    );
    return { data: data ?? ({} as Data), errors };
  };
}
