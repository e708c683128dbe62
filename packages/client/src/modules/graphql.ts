import { endpoint } from "@porchlight/contract/endpoint";
import type { CallOptions, Transport } from "../transport.ts";
import { type DocumentPart, printDocument } from "./print-document.ts";

/**
 * A query as plain text, or a document with the types of its data and variables, as code generators produce it: a
 * `TypedDocumentString` or a `TypedDocumentNode`.
 */
export type GraphqlDocument<Data, Variables> =
  | string
  | (({ valueOf(): string } | { readonly kind: string; readonly definitions: readonly object[] }) & {
      __apiType?: ((variables: Variables) => Data) | undefined;
    });

/** Options of a GraphQL request. */
export interface GraphqlOptions extends CallOptions {
  /** Default: `alpha`. */
  apiVersion?: string;
}

/** The response to a GraphQL request. */
export interface GraphqlResponse<Data> {
  /** An empty object if the response has none. */
  data: Data;
  /** GraphQL errors of a response with status 200. */
  errors:
    | readonly { message: string; path?: readonly (string | number)[]; extensions?: Record<string, unknown> }[]
    | undefined;
}

/** Names are not converted in either direction. */
const verbatim = { verbatim: ["*"] };

/**
 * Sends a GraphQL request. No retries, because the client cannot distinguish queries from mutations.
 *
 * @throws {PorchlightError} For any status but 200. GraphQL errors of status 200 are returned. Source: wire.md,
 * "GraphQL and raw calls".
 */
export type GraphqlCall = <Data = Record<string, unknown>, Variables extends object = Record<string, unknown>>(
  query: GraphqlDocument<Data, Variables>,
  variables?: NoInfer<Variables>,
  options?: GraphqlOptions,
) => Promise<GraphqlResponse<Data>>;

/**
 * GraphQL requests. Every client has `client.graphql(query, variables)`, see {@link GraphqlCall}, whose code its first
 * call loads. `createClient({ …, modules: { graphql } })` bundles the code with the client instead.
 */
export function graphql(transport: Transport): GraphqlCall {
  return async <Data, Variables extends object>(
    query: GraphqlDocument<Data, Variables>,
    variables?: Variables,
    { apiVersion = "alpha", ...call }: GraphqlOptions = {},
  ) => {
    const { data, errors } = await transport.send<{ body: object }, Partial<GraphqlResponse<Data>>>(
      endpoint("POST", `/graphql/${encodeURIComponent(apiVersion)}`),
      { body: { query: isDocumentNode(query) ? printDocument(query) : String(query), variables } },
      { ...call, host: "api", conversion: { request: verbatim, response: verbatim } },
    );
    return { data: data ?? ({} as Data), errors };
  };
}

const isDocumentNode = (document: object | string): document is DocumentPart =>
  (document as Partial<DocumentPart>).kind === "Document";
