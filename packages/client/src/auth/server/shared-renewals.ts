import { callTimeoutMs } from "../../transport.ts";

/** How long servers return the same successor for a rotated refresh token. */
export const reuseWindowMs = 10_000;
/** Seconds; longer than the life of a request, so that it does not retry. */
const noRetrySeconds = "3600";

/** A response of the token endpoint, for replay. */
interface StoredResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: [string, string][];
  readonly text: string;
}

interface Renewal {
  readonly response: Promise<StoredResponse>;
  /** Set when the response contains a new refresh token; it is replayed for a while then. */
  rotatedAt?: number;
}

const renewals = new WeakMap<typeof fetch, Map<string, Renewal>>();

export interface SharedRenewalOptions {
  send: typeof fetch;
  /** Monotonic clock, in milliseconds. */
  monotonic(): number;
  /** Called before a renewal: whether new tokens can be stored. */
  canRenew(): boolean;
}

/**
 * A fetch for one request among many in this process. Concurrent renewals of one refresh token share one request, and
 * later ones with the rotated token get the same response, so that parallel requests of a browser do not end the
 * session. If new tokens could not be stored, the renewal fails as unavailable without being sent.
 */
export function shareRenewals({ send, monotonic, canRenew: mayRenew }: SharedRenewalOptions): typeof fetch {
  const pending = renewals.get(send) ?? new Map<string, Renewal>();
  renewals.set(send, pending);

  function evictExpired(): void {
    for (const [key, { rotatedAt }] of pending) {
      if (rotatedAt === undefined) continue;
      if (monotonic() - rotatedAt <= reuseWindowMs) return; // later entries are newer
      pending.delete(key);
    }
  }

  function renew(key: string, url: string, init: RequestInit, current: string): Renewal {
    // One caller's abort must not cancel a renewal that others wait for.
    const stored = send(url, { ...init, signal: AbortSignal.timeout(callTimeoutMs) }).then(
      async (response): Promise<StoredResponse> => {
        const { status, statusText, headers } = response;
        return { status, statusText, headers: [...headers], text: await response.text() };
      },
    );
    const renewal: Renewal = { response: stored };
    pending.set(key, renewal);
    stored.then(
      ({ status, text }) => {
        if (status < 300 && isRotated(text, current)) renewal.rotatedAt = monotonic();
        else pending.delete(key);
      },
      () => pending.delete(key),
    );
    return renewal;
  }

  return async (input, init) => {
    const refreshToken = renewedToken(input, init);
    if (refreshToken === undefined || !init) return send(input, init);
    evictExpired();
    const key = `${input} ${init.body}`;
    const renewal = pending.get(key) ?? (mayRenew() ? renew(key, String(input), init, refreshToken) : undefined);
    if (!renewal) return new Response(null, { status: 503, headers: { "Retry-After": noRetrySeconds } });
    const { status, statusText, headers, text } = await renewal.response;
    return new Response(text, { status, statusText, headers: headers.filter(([name]) => !isBodyHeader.test(name)) });
  };
}

/** These headers describe the encoded body, which has been decoded. */
const isBodyHeader = /^content-(?:encoding|length)$/i;

/** The refresh token of a renewal request. */
function renewedToken(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  if (!/\/oauth2\/token$/.test(String(input))) return undefined;
  const { grantType, refreshToken } = readJson(init?.body);
  return grantType === "refresh_token" ? refreshToken : undefined;
}

function isRotated(text: string, current: string): boolean {
  const { refresh_token: next } = readJson(text);
  return next !== undefined && next !== current;
}

function readJson(text: unknown): Partial<Record<string, string>> {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}
