import type * as z from "zod";
import type { Endpoint, EndpointRequest } from "./endpoint.ts";

/** Documentation of an endpoint, in addition to its path and schemas. */
export interface EndpointDocs {
  /** A short phrase without a period. */
  summary: string;
  /** Further information for callers. */
  description?: string;
  /** The response with status 200. */
  response: { description: string; schema?: z.ZodType };
  /** A valid example request. */
  example?: EndpointRequest;
  /** Endpoint-specific error codes; codes of every route are not listed. */
  errors?: readonly string[];
}

/** Optional properties become required, so that a comparison notices a missing one. `null` counts as absent. */
type DeepRequired<Type> = unknown extends Type
  ? unknown
  : Type extends string | number | boolean | null
    ? Type
    : Type extends readonly (infer Element)[]
      ? DeepRequired<Element>[]
      : { [Name in keyof Type]-?: DeepRequired<Exclude<Type[Name], undefined | null>> };

type ResponseOf<AnyEndpoint> =
  AnyEndpoint extends Endpoint<infer _Request extends EndpointRequest, infer Response> ? DeepRequired<Response> : never;
type Documented<Docs> = Docs extends { response: { schema: infer Schema extends z.ZodType } }
  ? DeepRequired<z.output<Schema>>
  : "no schema";

/** Names of endpoints whose documented schema differs from the type of the response. */
type Mismatched<Endpoints, Docs> = keyof {
  [Name in keyof Endpoints & keyof Docs as Documented<Docs[Name]> extends "no schema"
    ? never
    : [Documented<Docs[Name]>, ResponseOf<Endpoints[Name]>] extends [
          ResponseOf<Endpoints[Name]>,
          Documented<Docs[Name]>,
        ]
      ? never
      : Name]: true;
};

/** An area; the compiler rejects a response schema that differs from the endpoint's response type. */
export function defineArea<const Endpoints extends AreaDocs["endpoints"], const Docs extends AreaDocs["docs"]>(
  area: Omit<AreaDocs, "endpoints" | "docs"> & {
    endpoints: Endpoints;
    docs: Docs & Readonly<Record<Mismatched<Endpoints, Docs>, "the response schema differs from the response type">>;
  },
): AreaDocs {
  return area;
}

/** Documentation of an area of the contract. */
export interface AreaDocs {
  /** Folder name of the area in every package. */
  name: string;
  title: string;
  description: string;
  /** The area's `endpoints.ts`. */
  endpoints: Readonly<Record<string, Endpoint<EndpointRequest, unknown> | string>>;
  /** By endpoint name. */
  docs: Readonly<Record<string, EndpointDocs>>;
}
