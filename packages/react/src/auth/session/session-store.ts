import type { PorchlightError } from "@porchlight/client";
import type { ClientSession, MemberClient, SessionMember } from "../member-client.ts";

/**
 * `degraded`: the member is known, but calls are made as a visitor, because renewal is failing temporarily or the
 * session was lost and the person has to sign in again. The page stays, but nothing can be changed.
 */
export type SessionStatus = "loading" | "visitor" | "member" | "degraded";
/** The role of the current tokens. */
export type SessionRole = "none" | "visitor" | "member";

/** The session that a server passes with a rendered page; see {@link createSessionStore}. */
export interface InitialSession<Member extends SessionMember = SessionMember> {
  role: SessionRole;
  /** `degraded` if renewal failed on the server. Default: derived from the role. */
  status?: Exclude<SessionStatus, "loading"> | undefined;
  member?: Member | null | undefined;
  /** Expiry of the access token, in seconds since the epoch. */
  expiresAt?: number | undefined;
}

export interface SessionSnapshot {
  readonly status: SessionStatus;
  readonly role: SessionRole;
  /** Expiry of the access token, in seconds since the epoch; absent while unknown. */
  readonly expiresAt: number | undefined;
  readonly member: SessionMember | null;
  readonly isMemberPending: boolean;
  /** Why the member could not be loaded last time. */
  readonly error: PorchlightError | undefined;
  /** How the last session of this page ended. */
  readonly ended: "signedOut" | "lost" | undefined;
}

export interface SessionStore {
  getSnapshot(): SessionSnapshot;
  /** The same throughout hydration. */
  getServerSnapshot(): SessionSnapshot;
  subscribe(listener: () => void): () => void;
  /** Subscribes to the client's events. Returns a function to stop. */
  connect(): () => void;
  /**
   * From now on a lost session stays `degraded`, with the member, until a sign-in or {@link acknowledgeEnd}. For
   * components that ask the person to sign in again. Returns a function to stop.
   */
  retainLostSession(): () => void;
  /** Loads the member once for all callers. Does nothing for a visitor or if already loaded. */
  loadMember(): Promise<void>;
  /** Reloads the member. */
  refresh(): Promise<void>;
  /** Updates the member after a change in this tab; other tabs reload it. */
  setMember(member: SessionMember): void;
  /** After a sign-in, possibly of another member: discards the previous member's data. */
  startSession(): void;
  /**
   * Ends the session locally and on the server, locally even if the server is unreachable. Otherwise resolves to the
   * URL that ends the session at the hosted pages and then redirects to `returnTo`.
   */
  signOut(returnTo: string): Promise<string | undefined>;
  /** Dismisses the notice that a session has ended; a retained page becomes a visitor's. */
  acknowledgeEnd(): void;
}

/** Timeout of the server call when signing out, in milliseconds. */
const signOutTimeoutMs = 5000;

/**
 * The session as an external store for React. With `initial`, the first render is correct and nothing is loaded;
 * otherwise the status is `loading` until the client is ready.
 */
export function createSessionStore(
  client: MemberClient,
  initial: InitialSession | undefined,
  openChannel = openSessionChannel,
): SessionStore {
  const serverSnapshot: SessionSnapshot = {
    status: initial ? (initial.status ?? (initial.role === "member" ? "member" : "visitor")) : "loading",
    role: initial?.role ?? "none",
    expiresAt: initial?.expiresAt,
    member: initial?.role === "member" ? (initial.member ?? null) : null,
    isMemberPending: false,
    error: undefined,
    ended: undefined,
  };
  let snapshot = serverSnapshot;
  const listeners = new Set<() => void>();
  let reading: Promise<void> | undefined;
  /** Incremented per identity, to discard responses about a previous one. */
  let identity = 0;
  let retainCount = 0;
  /** Whether the page of a lost session is retained. */
  let isPageRetained = false;
  /** The session being identified, or identified last. */
  let identifiedSession: ClientSession | undefined;
  let channel: SessionChannel | undefined;
  /** The last message from another tab. */
  let lastMessage: SessionMessage | undefined;

  function set(change: Partial<SessionSnapshot>) {
    const next = { ...snapshot, ...change };
    const isSame = (Object.keys(next) as (keyof SessionSnapshot)[]).every((name) =>
      Object.is(next[name], snapshot[name]),
    );
    if (isSame) return;
    snapshot = next;
    for (const listener of [...listeners]) listener();
  }

  function follow(session: ClientSession) {
    const isMember = session.role === "member";
    if (isPageRetained) {
      // One sign-in fires two events.
      if (isMember && session !== identifiedSession) void identify(session);
    } else if (session.role !== snapshot.role || snapshot.status === "loading") {
      if (snapshot.role === "member") leave(session, "signedOut");
      else enter(session);
    } else {
      const isBack = snapshot.status === "degraded" && session.status === "member";
      set(toFacts(session));
      if (!isMember) return;
      if (lastMessage === "signedIn") void identify(session);
      else if (isBack && snapshot.error) void store.refresh();
    }
  }

  function enter(session: ClientSession) {
    const isMember = session.role === "member";
    if (isMember) {
      lastMessage = undefined;
      forget();
    }
    set({ ...toFacts(session), ended: isMember ? undefined : snapshot.ended });
  }

  function leave(session: ClientSession, ended: SessionSnapshot["ended"]) {
    if (isPageRetained && ended === "lost") return;
    const wasMember = isPageRetained || snapshot.role === "member";
    isPageRetained = wasMember && ended === "lost" && retainCount > 0;
    if (isPageRetained) {
      reading = undefined;
      identity++;
      set({ status: "degraded", role: session.role, expiresAt: undefined, isMemberPending: false, ended });
    } else {
      forget();
      set({ ...toFacts(session), ended: wasMember ? ended : snapshot.ended });
    }
  }

  /** A session may belong to another member than the page shows: loads the member to find out. */
  async function identify(who: ClientSession): Promise<void> {
    identifiedSession = who;
    lastMessage = undefined;
    reading = undefined;
    const requested = ++identity;
    const read = await readMember();
    const session = client.auth.getSession();
    if (requested !== identity || session.role !== "member") return;
    isPageRetained = false;
    set({ ...toFacts(session), ...read, isMemberPending: false, ended: undefined });
  }

  function forget() {
    identity++;
    reading = undefined;
    set({ member: null, isMemberPending: false, error: undefined });
  }

  async function readMember(): Promise<Pick<SessionSnapshot, "member" | "error">> {
    try {
      const answer = await client.members?.getCurrentMember({ fieldsets: ["FULL"] });
      return { member: answer?.member ?? null, error: undefined };
    } catch (error) {
      return { member: null, error: error as PorchlightError };
    }
  }

  async function reload(): Promise<void> {
    const requested = identity;
    set({ isMemberPending: true });
    const { member, error } = await readMember();
    // After a failure, the previous member stays.
    if (requested === identity) set({ member: error ? snapshot.member : member, isMemberPending: false, error });
  }

  const store: SessionStore = {
    getSnapshot: () => snapshot,
    getServerSnapshot: () => serverSnapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect() {
      let isConnected = true;
      channel = openChannel((said) => {
        if (said === "memberChanged") {
          void store.refresh();
          return;
        }
        lastMessage = said;
        if (isPageRetained && said === "signedOut") leave(client.auth.getSession(), said);
      });
      const stops = [
        client.on("signedIn", ({ session }) => follow(session)),
        client.on("signedOut", ({ session }) => {
          // Visitor tokens replacing a member's come from a rejected renewal in another tab.
          const isLost = lastMessage === "lost" || (lastMessage !== "signedOut" && session.role === "visitor");
          leave(session, isLost ? "lost" : "signedOut");
        }),
        client.on("sessionLost", ({ session }) => {
          channel?.post("lost");
          leave(session, "lost");
        }),
        client.on("changed", ({ session }) => follow(session)),
      ];
      const current = client.auth.getSession();
      if (current.role === "member") follow(current);
      else {
        // The server's state applies until the client fires an event; without it the client's storage decides.
        void client.auth.ready().then(() => {
          if (isConnected && snapshot.status === "loading") follow(client.auth.getSession());
        });
      }
      return () => {
        isConnected = false;
        channel?.close();
        channel = undefined;
        for (const stop of stops) stop();
      };
    },
    retainLostSession() {
      retainCount++;
      return () => {
        retainCount--;
        if (retainCount === 0 && isPageRetained) store.acknowledgeEnd();
      };
    },
    async loadMember() {
      if (snapshot.role === "member" && !snapshot.member && !snapshot.error) await store.refresh();
    },
    async refresh() {
      if (snapshot.role !== "member" || !client.members) return;
      reading ??= reload();
      const mine = reading;
      await mine;
      if (reading === mine) reading = undefined;
    },
    setMember(member) {
      if (snapshot.role !== "member") return;
      // Responses from before the change are outdated.
      identity++;
      reading = undefined;
      set({ member, isMemberPending: false, error: undefined });
      channel?.post("memberChanged");
    },
    startSession() {
      channel?.post("signedIn");
      // The client's event has triggered the reload.
      if (isPageRetained) return;
      forget();
      follow(client.auth.getSession());
      void store.refresh();
    },
    async signOut(returnTo) {
      channel?.post("signedOut");
      const answer = await client.auth
        .logout(returnTo, { signal: AbortSignal.timeout(signOutTimeoutMs) })
        .catch(() => client.auth.signOut());
      leave({ status: "visitor", role: client.auth.getSession().role, expiresAt: 0 }, "signedOut");
      return answer?.logoutUrl;
    },
    acknowledgeEnd() {
      if (isPageRetained) leave(client.auth.getSession(), undefined);
      else set({ ended: undefined });
    },
  };
  return store;
}

function toFacts({ status, role, expiresAt }: ClientSession) {
  return { status, role, expiresAt: expiresAt || undefined };
}

/**
 * What the shared tokens do not reveal to other tabs: whether a session was ended or lost, that a member signed in, or
 * that their record changed.
 */
export type SessionMessage = "signedIn" | "signedOut" | "lost" | "memberChanged";

export interface SessionChannel {
  /** Notifies the other tabs of this browser. */
  post(message: SessionMessage): void;
  close(): void;
}

/** Connects the tabs of this site; does nothing without `BroadcastChannel`. */
export function openSessionChannel(onMessage: (message: SessionMessage) => void): SessionChannel {
  if (typeof BroadcastChannel === "undefined") return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel("porchlight-session");
  (channel as { unref?(): void }).unref?.(); // in Node.js it would keep the process alive
  channel.addEventListener("message", ({ data }) => onMessage(data));
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
