import { callDeadlineMs } from "../transport.ts";

/** As long as servers let the former refresh token give the same successor. */
export const keptMs = 10_000;
/** Seconds. What is not renewed for this reason is not tried again for the life of a request. */
const notHere = "3600";

/** What the token endpoint said, to be told again. */
interface Told {
  readonly status: number;
  readonly statusText: string;
  readonly headers: [string, string][];
  readonly text: string;
}

interface Renewal {
  readonly told: Promise<Told>;
  /** When it came with another refresh token; it is told again for a while then. */
  rotatedAt?: number;
}

const renewals = new WeakMap<typeof fetch, Map<string, Renewal>>();

export interface RenewalRules {
  send: typeof fetch;
  /** Milliseconds that never jump. */
  monotonic(): number;
  /** Asked before a renewal: whether what comes can be kept. */
  mayRenew(): boolean;
}

/**
 * A fetch for one request among many that this process answers. Renewals of one refresh token that meet are one request,
 * and who comes with the former token right after hears the same: of requests that a browser sends at once none ends the
 * session for the others. Where a new token could not be kept, the renewal is answered as an outage without being sent.
 */
export function shareRenewals({ send, monotonic, mayRenew }: RenewalRules): typeof fetch {
  const known = renewals.get(send) ?? new Map<string, Renewal>();
  renewals.set(send, known);

  function forgetOld(): void {
    for (const [key, { rotatedAt }] of known) {
      if (rotatedAt === undefined) continue;
      if (monotonic() - rotatedAt <= keptMs) return; // as are all that came after it
      known.delete(key);
    }
  }

  function renew(key: string, url: string, init: RequestInit, held: string): Renewal {
    // Whoever gives up waiting ends no renewal that others wait for.
    const told = send(url, { ...init, signal: AbortSignal.timeout(callDeadlineMs) }).then(
      async (answer): Promise<Told> => {
        const { status, statusText, headers } = answer;
        return { status, statusText, headers: [...headers], text: await answer.text() };
      },
    );
    const renewal: Renewal = { told };
    known.set(key, renewal);
    told.then(
      ({ status, text }) => {
        if (status < 300 && isRotated(text, held)) renewal.rotatedAt = monotonic();
        else known.delete(key);
      },
      () => known.delete(key),
    );
    return renewal;
  }

  return async (input, init) => {
    const held = renewedToken(input, init);
    if (held === undefined || !init) return send(input, init);
    forgetOld();
    const key = `${input} ${init.body}`;
    const renewal = known.get(key) ?? (mayRenew() ? renew(key, String(input), init, held) : undefined);
    if (!renewal) return new Response(null, { status: 503, headers: { "Retry-After": notHere } });
    const { status, statusText, headers, text } = await renewal.told;
    return new Response(text, { status, statusText, headers: headers.filter(([name]) => !isOfTheBody.test(name)) });
  };
}

/** Says how bytes came that have been read. */
const isOfTheBody = /^content-(?:encoding|length)$/i;

/** The refresh token that this request renews, if it is such a request. */
function renewedToken(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  if (!/\/oauth2\/token$/.test(String(input))) return undefined;
  const { grantType, refreshToken } = readJson(init?.body);
  return grantType === "refresh_token" ? refreshToken : undefined;
}

function isRotated(text: string, held: string): boolean {
  const { refresh_token: next } = readJson(text);
  return next !== undefined && next !== held;
}

function readJson(text: unknown): Partial<Record<string, string>> {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}
