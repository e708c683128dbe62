import type * as z from "zod";
import type { Endpoint, EndpointRequest } from "./endpoint.ts";

/** What people are told about one endpoint, beside what its path and schemas say. */
export interface EndpointDocs {
  /** What it does, in a few words without a full stop. */
  summary: string;
  /** What a caller has to know beyond that. */
  description?: string;
  /** What comes back with status 200. */
  response: { description: string; schema?: z.ZodType };
  /** A request that fits, as documents show it. */
  example?: EndpointRequest;
  /** Codes it answers on its own; those that any route may answer are not named. */
  errors?: readonly string[];
}

/** One area of the contract as people read it. */
export interface AreaDocs {
  /** Folder name of the area, in every package. */
  name: string;
  title: string;
  description: string;
  /** The area's `endpoints.ts`. */
  endpoints: Readonly<Record<string, Endpoint<EndpointRequest, unknown> | string>>;
  /** By the name of the endpoint. */
  docs: Readonly<Record<string, EndpointDocs>>;
}
