/** What to read, as for TanStack Query. */
export interface QueryDescription<Data> {
  /**
   * Identifies the data. The first part is the id of the member whose data it is, or `"site"` for data that all may
   * read; what members and visitors see of that may differ.
   */
  readonly queryKey: readonly unknown[];
  queryFn(context: { signal: AbortSignal }): Promise<Data>;
}

/** First part of the key of data that does not belong to a member. */
export const siteKey = "site";

/** The part of `client.auth` that clients with tokens have. */
interface TokenHolder {
  getTokens?(): { accessToken: { value: string }; refreshToken: { role: string } };
}

/**
 * First part of the key of data that belongs to the caller: the id of the member or visitor in the access token, or the
 * role if the token has none.
 */
export function identityKey({ auth }: { readonly auth: object }): string {
  const tokens = (auth as TokenHolder).getTokens?.();
  return subjectOf(tokens?.accessToken.value ?? "") ?? tokens?.refreshToken.role ?? "none";
}

/** The subject of a JWT. */
function subjectOf(token: string): string | undefined {
  const [, payload = ""] = token.split(".");
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { sub?: unknown };
    return typeof sub === "string" ? sub : undefined;
  } catch {
    return undefined;
  }
}
