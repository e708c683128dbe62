import type { TokenRole } from "@porchlight/contract/auth/state";
import type { ErrorKind, PorchlightError } from "./errors.ts";

/** What is known of who is signed in. Holds nothing secret. */
export interface Session {
  /** `degraded`: a member whose renewal meets an outage; calls go as a visitor until the service is back. */
  readonly status: "visitor" | "member" | "degraded";
  readonly role: TokenRole;
  /** When the access token ends, seconds since the epoch; 0 when there is none. */
  readonly expiresAt: number;
}

/** One request. Holds nothing secret: no query, no header, no body. */
interface RequestDetails {
  /** The same at the start and at the end, and of no other request of this client. */
  readonly id: number;
  readonly method: string;
  /** With the port where it is named; empty, as {@link path}, for what is no address. */
  readonly host: string;
  readonly path: string;
  /** How often the same call was sent before. */
  readonly retries: number;
  /** The header that went along. Source: W3C Trace Context. */
  readonly traceparent: string | undefined;
}

/** An event of one HTTP request. */
export type RequestEvent =
  | ({ readonly phase: "start" } & RequestDetails)
  | ({
      /** The answer's headers are there, with an error its body too, or there is no answer. */
      readonly phase: "end";
      /** Milliseconds until the answer's headers were there, or it was clear that there is none. */
      readonly duration: number;
      /** Absent when no answer came. */
      readonly status?: number;
      /** What the server's log knows the request by. */
      readonly requestId?: string | undefined;
      /** The kind of error that this answer, or its absence, stands for; absent for a success. */
      readonly errorKind?: ErrorKind;
    } & RequestDetails);

/** The events of a client, by name. */
export interface ClientEvents {
  /** A member's tokens took the place of a visitor's or of none, here or in another tab. */
  signedIn: { session: Session };
  /** The member's tokens were cleared, here or in another tab. */
  signedOut: { session: Session };
  /** A new access token came. */
  renewed: { session: Session };
  /** The server refused the member's refresh token: they are a visitor now. */
  sessionLost: { session: Session; error: PorchlightError | undefined };
  /** Renewal meets an outage; the member is kept and comes back with the service. No error: another tab met it. */
  degraded: { session: Session; error: PorchlightError | undefined };
  /** The outage is over. */
  restored: { session: Session };
  /** Any of the above, or a new visitor: {@link Session} is another than before. */
  changed: { session: Session };
  /** A request begins or ends; only of a client made with {@link requestEvents}. */
  request: RequestEvent;
}

/** The name of a client event. */
export type ClientEvent = keyof ClientEvents;

export interface Emitter {
  /** Calls `listener` until the answer is called. */
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
        // Each on its own: a listener that throws ends no sign-in and keeps no other from hearing. It may be gone by then.
        if (entry[0] === name) queueMicrotask(() => listeners.has(entry) && entry[1](event as never));
      }
    },
  };
}
