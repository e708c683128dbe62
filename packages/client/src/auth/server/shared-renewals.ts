import { callTimeoutMs } from "../../transport.ts";

/** As long as servers let the former refresh token give the same successor. */
export const reuseWindowMs = 10_000;
/** Seconds. What is not renewed for this reason is not tried again for the life of a request. */
const noRetrySeconds = "3600";

/** What the token endpoint said, to be told again. */
interface StoredResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: [string, string][];
  readonly text: string;
}

interface Renewal {
  readonly response: Promise<StoredResponse>;
  /** When it came with another refresh token; it is told again for a while then. */
  rotatedAt?: number;
}

const renewals = new WeakMap<typeof fetch, Map<string, Renewal>>();

export interface SharedRenewalOptions {
  send: typeof fetch;
  /** Milliseconds that never jump. */
  monotonic(): number;
  /** Asked before a renewal: whether what comes can be kept. */
  canRenew(): boolean;
}

/**
 * A fetch for one request among many that this process answers. Renewals of one refresh token that meet are one request,
 * and who comes with the former token right after hears the same: of requests that a browser sends at once none ends the
 * session for the others. Where a new token could not be kept, the renewal is answered as an outage without being sent.
 */
export function shareRenewals({ send, monotonic, canRenew: mayRenew }: SharedRenewalOptions): typeof fetch {
  const pending = renewals.get(send) ?? new Map<string, Renewal>();
  renewals.set(send, pending);

  function evictExpired(): void {
    for (const [key, { rotatedAt }] of pending) {
      if (rotatedAt === undefined) continue;
      if (monotonic() - rotatedAt <= reuseWindowMs) return; // as are all that came after it
      pending.delete(key);
    }
  }

  function renew(key: string, url: string, init: RequestInit, current: string): Renewal {
    // Whoever gives up waiting ends no renewal that others wait for.
    const told = send(url, { ...init, signal: AbortSignal.timeout(callTimeoutMs) }).then(
      async (answer): Promise<StoredResponse> => {
        const { status, statusText, headers } = answer;
        return { status, statusText, headers: [...headers], text: await answer.text() };
      },
    );
    const renewal: Renewal = { response: told };
    pending.set(key, renewal);
    told.then(
      ({ status, text }) => {
        if (status < 300 && isRotated(text, current)) renewal.rotatedAt = monotonic();
        else pending.delete(key);
      },
      () => pending.delete(key),
    );
    return renewal;
  }

  return async (input, init) => {
    const held = renewedToken(input, init);
    if (held === undefined || !init) return send(input, init);
    evictExpired();
    const key = `${input} ${init.body}`;
    const renewal = pending.get(key) ?? (mayRenew() ? renew(key, String(input), init, held) : undefined);
    if (!renewal) return new Response(null, { status: 503, headers: { "Retry-After": noRetrySeconds } });
    const { status, statusText, headers, text } = await renewal.response;
    return new Response(text, { status, statusText, headers: headers.filter(([name]) => !isBodyHeader.test(name)) });
  };
}

/** Says how bytes came that have been read. */
const isBodyHeader = /^content-(?:encoding|length)$/i;

/** The refresh token that this request renews, if it is such a request. */
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
