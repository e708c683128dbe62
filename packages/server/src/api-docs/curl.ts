import type { EndpointRequest } from "@porchlight/contract/endpoint";
import { encodeQuery } from "@porchlight/contract/wire/request-encoding";

export interface CurlRequest {
  method: string;
  /** With parameters in braces: `/v3/posts/{postId}`. */
  path: string;
  publicUrl: string;
  example: EndpointRequest;
  needsToken: boolean;
}

/** Formats a request as a curl command for a POSIX shell. The token is read from `$TOKEN`. */
export function toCurlCommand({ method, path, publicUrl, example, needsToken }: CurlRequest): string {
  const { params = {}, query = {}, body } = example;
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const search = encodeQuery(query);
  const lines = [
    `curl ${shellQuote(`${publicUrl}${filled}${search === "" ? "" : `?${search}`}`)}`,
    // With a body, curl sends a POST by default.
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "Authorization: $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body, undefined, 2))}`]),
  ];
  return lines.join(" \\\n  ");
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
