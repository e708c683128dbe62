export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Input of an endpoint; unused parts are absent. */
export interface EndpointRequest {
  /** Values of the `:name` parts of the path. The path takes precedence over copies elsewhere. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
}

export interface EndpointOptions {
  /**
   * Encodes the query string if `encodeQuery` does not apply: `encodeComplexQuery` for nested parameters in one `.r`,
   * `orPost` around either for possibly long queries. If it returns undefined, the parameters are sent as the body of a
   * POST to the same path. A function, so that browsers load it only with endpoints that need it. Source: wire.md,
   * "Request line".
   */
  readonly encode?: (params: object) => string | undefined;
  /** A POST without side effects, which clients may retry. */
  readonly readOnly?: boolean;
}

/** A call of the contract: its method and path, and the types of its request and response. */
export interface Endpoint<Request extends EndpointRequest, Response> {
  readonly method: Method;
  /** With `:name` for path parameters. */
  readonly path: string;
  readonly options: EndpointOptions;
  /** Carries the types; never set. */
  readonly types?: { readonly request: Request; readonly answer: Response };
}

/** Calls are marked pure so that bundles include only the endpoints in use. */
export function endpoint<Request extends EndpointRequest, Response>(
  method: Method,
  path: string,
  options: EndpointOptions = {},
): Endpoint<Request, Response> {
  return { method, path, options };
}

/** Blog paths that some hosts prefix with the area's name. */
const blogPath = /^(?:\/blog)?(\/v\d\/(?:posts|tags|categories|stats)(?:\/.*)?)$/;

/** Irregular aliases. Separate from the endpoints, because browsers load those. */
const otherSpellings: Readonly<Record<string, readonly string[]>> = {
  "/_api/redirects-api/v1/redirect-session": ["/redirect-session/v1/redirect-session", "/headless/v1/redirect-session"],
  // Spelling of older clients.
  "/_api/iam/verification/v1/start": ["/_api/iam/verification/v1/Start"],
};

/**
 * All paths under which a server accepts an endpoint: `/_api/iam/` also without `/_api`, blog reads with and without
 * `/blog`. Source: wire.md, "Hosts".
 */
export function pathAliases({ path }: Endpoint<EndpointRequest, unknown>): string[] {
  const spellings = [path, ...(otherSpellings[path] ?? [])];
  if (path.startsWith("/_api/iam/")) spellings.push(path.slice("/_api".length));
  const bare = blogPath.exec(path)?.[1];
  if (bare) spellings.push(bare === path ? `/blog${path}` : bare);
  return spellings;
}
