import type { TokenRole } from "@porchlight/contract/auth/state";
import type { ErrorKind, PorchlightError } from "./errors.ts";

/** State of the session. Contains no secrets. */
export interface Session {
  /** `degraded`: a member whose renewal fails because of an outage; calls are sent as a visitor until it succeeds. */
  readonly status: "visitor" | "member" | "degraded";
  readonly role: TokenRole;
  /** Expiry of the access token, seconds since the epoch; 0 without a token. */
  readonly expiresAt: number;
}

/** A request. Contains no secrets: no query, headers or body. */
interface RequestDetails {
  /** Identifies the request within this client, at start and end. */
  readonly id: number;
  readonly method: string;
  /** With the port, if explicit; empty, like {@link path}, for invalid URLs. */
  readonly host: string;
  readonly path: string;
  /** Number of previous attempts. */
  readonly retries: number;
  /** The header that was sent. Source: W3C Trace Context. */
  readonly traceparent: string | undefined;
}

/** An event of one HTTP request. */
export type RequestEvent =
  | ({ readonly phase: "start" } & RequestDetails)
  | ({
      /** The response headers have arrived (with an error, also the body), or the request failed. */
      readonly phase: "end";
      /** Milliseconds until then. */
      readonly duration: number;
      /** Absent without a response. */
      readonly status?: number;
      /** The id of the request in the server's log. */
      readonly requestId?: string | undefined;
      /** The kind of error that the response or its absence represents; absent on success. */
      readonly errorKind?: ErrorKind;
    } & RequestDetails);

/** The events of a client, by name. */
export interface ClientEvents {
  /** A member's tokens replaced a visitor's or none, here or in another tab. */
  signedIn: { session: Session };
  /** The member's tokens were cleared, here or in another tab. */
  signedOut: { session: Session };
  /** A new access token was issued. */
  renewed: { session: Session };
  /** The server rejected the member's refresh token; the session is a visitor's now. */
  sessionLost: { session: Session; error: PorchlightError | undefined };
  /**
   * Renewal fails because of an outage; the member's session resumes afterwards. No error if another tab noticed it.
   */
  degraded: { session: Session; error: PorchlightError | undefined };
  /** The session has resumed after an outage. */
  restored: { session: Session };
  /** Any of the above, or a new visitor: {@link Session} has changed. */
  changed: { session: Session };
  /** A request starts or ends; only with {@link requestEvents}. */
  request: RequestEvent;
}

/** The name of a client event. */
export type ClientEvent = keyof ClientEvents;

export interface Emitter {
  /** Adds a listener; returns a function that removes it. */
  on<Name extends ClientEvent>(name: Name, listener: (event: ClientEvents[Name]) => void): () => void;
  emit<Name extends ClientEvent>(name: Name, event: ClientEvents[Name]): void;
}

export function createEmitter(): Emitter {
  const listeners = new Set<readonly [ClientEvent, (event: never) => void]>();
  return {
    on(name, listener) {
      const entry = [name, listener] as const;
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    emit(name, event) {
      for (const entry of listeners) {
        // Asynchronous, so that a throwing listener affects neither the sign-in nor other listeners. It may have been
        // removed by then.
        if (entry[0] === name) queueMicrotask(() => listeners.has(entry) && entry[1](event as never));
      }
    },
  };
}
