export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a caller hands to an endpoint; each part is absent where the endpoint has none. */
export interface EndpointRequest {
  /** Values of the `:name` parts of the path. Both ends take the path as the truth. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
}

export interface EndpointOptions {
  /**
   * How the parameters become a query string where it is not `encodeQuery`: `encodeComplexQuery` for calls whose nested
   * parameters travel as one `.r`, `orPost` around either for calls that may be too long. Undefined: they travel as the body
   * of a POST to the same path. A function, so that browsers load it only with an endpoint that needs it.
   * Source: wire.md, "Request line".
   */
  readonly encode?: (params: object) => string | undefined;
  /** A POST that changes nothing, which a client may therefore repeat. */
  readonly readOnly?: boolean;
}

/** One call of the contract: where it goes and, as types, what goes in and out. */
export interface Endpoint<Request extends EndpointRequest, Response> {
  readonly method: Method;
  /** With `:name` for path parameters. */
  readonly path: string;
  readonly options: EndpointOptions;
  /** Carries the types; never set. */
  readonly types?: { readonly request: Request; readonly answer: Response };
}

/** Marked pure where it is called, so that a bundle takes only the endpoints it uses. */
export function endpoint<Request extends EndpointRequest, Answer>(
  method: Method,
  path: string,
  options: EndpointOptions = {},
): Endpoint<Request, Answer> {
  return { method, path, options };
}

/** Paths of the blog that have the area's name in front on some hosts and on others not. */
const blogPath = /^(?:\/blog)?(\/v\d\/(?:posts|tags|categories|stats)(?:\/.*)?)$/;

/** Spellings that follow no rule. They stand here, not with the endpoints, because browsers load those. */
const otherSpellings: Readonly<Record<string, readonly string[]>> = {
  "/_api/redirects-api/v1/redirect-session": ["/redirect-session/v1/redirect-session", "/headless/v1/redirect-session"],
  // How older clients spell it.
  "/_api/iam/verification/v1/start": ["/_api/iam/verification/v1/Start"],
};

/**
 * Every path that a server answers an endpoint under: those of `/_api/iam/` also without `/_api`, those that read the blog
 * with and without `/blog`. Source: wire.md, "Hosts".
 */
export function pathAliases({ path }: Endpoint<EndpointRequest, unknown>): string[] {
  const spellings = [path, ...(otherSpellings[path] ?? [])];
  if (path.startsWith("/_api/iam/")) spellings.push(path.slice("/_api".length));
  const bare = blogPath.exec(path)?.[1];
  if (bare) spellings.push(bare === path ? `/blog${path}` : bare);
  return spellings;
}
