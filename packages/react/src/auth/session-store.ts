import type { ClientSession, MemberClient, SessionMember } from "./member-client.ts";
import { openSessionChannel, type SessionChannel } from "./session-channel.ts";

/** `degraded`: the member is known, renewal is failing and will recover. */
export type SessionStatus = "loading" | "visitor" | "member" | "degraded";
export type SessionRole = "none" | "visitor" | "member";

/** What a server knows about the reader when it renders the page; see {@link createSessionStore}. */
export interface InitialSession<Member extends SessionMember = SessionMember> {
  role: SessionRole;
  member?: Member | null | undefined;
  /** End of the access token, in seconds since the epoch. */
  expiresAt?: number | undefined;
}

export interface SessionSnapshot {
  readonly status: SessionStatus;
  readonly role: SessionRole;
  /** End of the access token, in seconds since the epoch; absent while unknown. */
  readonly expiresAt: number | undefined;
  readonly member: SessionMember | null;
  readonly isMemberPending: boolean;
  /** Why the member could not be read last time. */
  readonly error: unknown;
  /** How the last session of this page ended: by the person, or against their will. */
  readonly ended: "signedOut" | "lost" | undefined;
}

export interface SessionStore {
  getSnapshot(): SessionSnapshot;
  /** The same all through hydration, whatever has happened since. */
  getServerSnapshot(): SessionSnapshot;
  subscribe(listener: () => void): () => void;
  /** Follows the client's events; answers how to stop. */
  connect(): () => void;
  /** Reads the member, once for all who ask at the same time. Does nothing for a visitor or a member already read. */
  loadMember(): Promise<void>;
  /** Reads the member again. */
  refresh(): Promise<void>;
  /** The member has changed their own record, into this: other tabs read it again. */
  tellMember(member: SessionMember): void;
  /** Somebody has just signed in, perhaps another member than before: what was known of one is forgotten. */
  welcome(): void;
  /** Ends the session here and at the server. Where the server cannot be reached it is ended here all the same. */
  signOut(returnTo: string): Promise<void>;
  /** Takes away the note that a session has ended. */
  acknowledgeEnd(): void;
}

/** How long signing out waits for the server, in milliseconds. */
const signOutPatience = 5000;

/**
 * The session as one value that React can subscribe to. With `initial`, the first render is right and nothing is
 * fetched; without it the status is `loading` until the client has been asked.
 */
export function createSessionStore(
  client: MemberClient,
  initial: InitialSession | undefined,
  openChannel = openSessionChannel,
): SessionStore {
  const serverSnapshot: SessionSnapshot = {
    status: initial ? (initial.role === "member" ? "member" : "visitor") : "loading",
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
  let identity = 0;
  let channel: SessionChannel | undefined;

  function set(change: Partial<SessionSnapshot>) {
    const next = { ...snapshot, ...change };
    const isSame = (Object.keys(next) as (keyof SessionSnapshot)[]).every((name) =>
      Object.is(next[name], snapshot[name]),
    );
    if (isSame) return;
    snapshot = next;
    for (const listener of [...listeners]) listener();
  }

  function follow({ status, role, expiresAt }: ClientSession, ended: SessionSnapshot["ended"]) {
    const facts = { status, role, expiresAt: expiresAt || undefined };
    if (role === snapshot.role && snapshot.status !== "loading") {
      set(facts);
      return;
    }
    const wasMember = snapshot.role === "member";
    if (wasMember || role === "member") forget();
    set({ ...facts, ended: role === "member" ? undefined : wasMember ? ended : snapshot.ended });
  }

  function forget() {
    identity++;
    reading = undefined;
    set({ member: null, isMemberPending: false, error: undefined });
  }

  async function readMember(): Promise<void> {
    const asked = identity;
    set({ isMemberPending: true });
    try {
      const answer = await client.members?.getCurrentMember({ fieldsets: ["FULL"] });
      if (asked === identity) set({ member: answer?.member ?? null, isMemberPending: false, error: undefined });
    } catch (error) {
      if (asked === identity) set({ isMemberPending: false, error });
    }
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
      channel = openChannel(() => void store.refresh());
      const stops = [
        client.on("signedIn", ({ session }) => follow(session, undefined)),
        client.on("signedOut", ({ session }) => follow(session, "signedOut")),
        client.on("sessionLost", ({ session }) => follow(session, "lost")),
        client.on("changed", ({ session }) => follow(session, "signedOut")),
      ];
      const held = client.auth.getSession();
      if (held.role === "member") follow(held, undefined);
      else {
        // What the server said stands until the client has an event to tell; without it the client's storage decides.
        void client.auth.ready().then(() => {
          if (isConnected && snapshot.status === "loading") follow(client.auth.getSession(), undefined);
        });
      }
      return () => {
        isConnected = false;
        channel?.close();
        channel = undefined;
        for (const stop of stops) stop();
      };
    },
    async loadMember() {
      if (snapshot.role === "member" && !snapshot.member && !snapshot.error) await store.refresh();
    },
    async refresh() {
      if (snapshot.role !== "member" || !client.members) return;
      reading ??= readMember();
      const mine = reading;
      await mine;
      if (reading === mine) reading = undefined;
    },
    tellMember(member) {
      if (snapshot.role !== "member") return;
      // What was read before the change comes too late.
      identity++;
      reading = undefined;
      set({ member, isMemberPending: false, error: undefined });
      channel?.say("memberChanged");
    },
    welcome() {
      forget();
      follow(client.auth.getSession(), undefined);
      void store.refresh();
    },
    async signOut(returnTo) {
      await client.auth
        .logout(returnTo, { signal: AbortSignal.timeout(signOutPatience) })
        .catch(() => client.auth.signOut());
      follow({ status: "visitor", role: client.auth.getSession().role, expiresAt: 0 }, "signedOut");
    },
    acknowledgeEnd() {
      set({ ended: undefined });
    },
  };
  return store;
}
