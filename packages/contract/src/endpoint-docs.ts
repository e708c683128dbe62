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
