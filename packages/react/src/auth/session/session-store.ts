import type { ClientSession, MemberClient, SessionMember } from "../member-client.ts";

/**
 * `degraded`: the member is known, but calls go out as a visitor's. Either renewal is failing and will recover, or the
 * session was lost and the person is being asked to sign in again: what is shown stays, nothing can be changed.
 */
export type SessionStatus = "loading" | "visitor" | "member" | "degraded";
/** The role of the current tokens. */
export type SessionRole = "none" | "visitor" | "member";

/** What a server knows about the reader when it renders the page; see {@link createSessionStore}. */
export interface InitialSession<Member extends SessionMember = SessionMember> {
  role: SessionRole;
  /** `degraded` where the server has met an outage; told by the role unless given. */
  status?: Exclude<SessionStatus, "loading"> | undefined;
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
  /**
   * From now on a session that is lost does not turn the page into a visitor's at once: it stays `degraded`, with the
   * member, until somebody signs in or {@link acknowledgeEnd}. For who asks the person to sign in. Answers how to stop.
   */
  retainLostSession(): () => void;
  /** Reads the member, once for all who ask at the same time. Does nothing for a visitor or a member already read. */
  loadMember(): Promise<void>;
  /** Reads the member again. */
  refresh(): Promise<void>;
  /** The member has changed their own record, into this: other tabs read it again. */
  setMember(member: SessionMember): void;
  /** Somebody has just signed in, perhaps another member than before: what was known of one is forgotten. */
  startSession(): void;
  /**
   * Ends the session here and at the server. Where the server cannot be reached it is ended here all the same; otherwise
   * the answer is the address that ends the session at the hosted pages too, and then leads to `returnTo`.
   */
  signOut(returnTo: string): Promise<string | undefined>;
  /** Takes away the note that a session has ended; a page that was kept becomes a visitor's. */
  acknowledgeEnd(): void;
}

/** How long signing out waits for the server, in milliseconds. */
const signOutTimeoutMs = 5000;

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
  /** Counts who was signed in: an answer about somebody before is dropped. */
  let identity = 0;
  let keepers = 0;
  /** Whether the page of a lost session is being kept. */
  let isKept = false;
  /** Who is being recognised, or was last. */
  let arrived: ClientSession | undefined;
  let channel: SessionChannel | undefined;
  /** The last that another tab has said. */
  let word: SessionMessage | undefined;

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
    if (isKept) {
      // Two events tell of one sign-in.
      if (isMember && session !== arrived) void recognise(session);
    } else if (session.role !== snapshot.role || snapshot.status === "loading") {
      if (snapshot.role === "member") leave(session, "signedOut");
      else enter(session);
    } else {
      const isBack = snapshot.status === "degraded" && session.status === "member";
      set(toFacts(session));
      if (!isMember) return;
      if (word === "signedIn") void recognise(session);
      else if (isBack && snapshot.error) void store.refresh();
    }
  }

  function enter(session: ClientSession) {
    const isMember = session.role === "member";
    if (isMember) {
      word = undefined;
      forget();
    }
    set({ ...toFacts(session), ended: isMember ? undefined : snapshot.ended });
  }

  function leave(session: ClientSession, ended: SessionSnapshot["ended"]) {
    if (isKept && ended === "lost") return;
    const wasMember = isKept || snapshot.role === "member";
    isKept = wasMember && ended === "lost" && keepers > 0;
    if (isKept) {
      reading = undefined;
      identity++;
      set({ status: "degraded", role: session.role, expiresAt: undefined, isMemberPending: false, ended });
    } else {
      forget();
      set({ ...toFacts(session), ended: wasMember ? ended : snapshot.ended });
    }
  }

  /** Somebody is signed in who may be another than whom the page shows: that is known once they have been read. */
  async function recognise(who: ClientSession): Promise<void> {
    arrived = who;
    word = undefined;
    reading = undefined;
    const asked = ++identity;
    const read = await readMember();
    const session = client.auth.getSession();
    if (asked !== identity || session.role !== "member") return;
    isKept = false;
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
      return { member: null, error };
    }
  }

  async function readAnew(): Promise<void> {
    const asked = identity;
    set({ isMemberPending: true });
    const { member, error } = await readMember();
    // Who was read before is shown on when this try fails.
    if (asked === identity) set({ member: error ? snapshot.member : member, isMemberPending: false, error });
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
        word = said;
        if (isKept && said === "signedOut") leave(client.auth.getSession(), said);
      });
      const stops = [
        client.on("signedIn", ({ session }) => follow(session)),
        client.on("signedOut", ({ session }) => {
          // A visitor's tokens in the place of a member's come from a renewal that was refused in another tab.
          const isLost = word === "lost" || (word !== "signedOut" && session.role === "visitor");
          leave(session, isLost ? "lost" : "signedOut");
        }),
        client.on("sessionLost", ({ session }) => {
          channel?.post("lost");
          leave(session, "lost");
        }),
        client.on("changed", ({ session }) => follow(session)),
      ];
      const held = client.auth.getSession();
      if (held.role === "member") follow(held);
      else {
        // What the server said stands until the client has an event to tell; without it the client's storage decides.
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
      keepers++;
      return () => {
        keepers--;
        if (keepers === 0 && isKept) store.acknowledgeEnd();
      };
    },
    async loadMember() {
      if (snapshot.role === "member" && !snapshot.member && !snapshot.error) await store.refresh();
    },
    async refresh() {
      if (snapshot.role !== "member" || !client.members) return;
      reading ??= readAnew();
      const mine = reading;
      await mine;
      if (reading === mine) reading = undefined;
    },
    setMember(member) {
      if (snapshot.role !== "member") return;
      // What was read before the change comes too late.
      identity++;
      reading = undefined;
      set({ member, isMemberPending: false, error: undefined });
      channel?.post("memberChanged");
    },
    startSession() {
      channel?.post("signedIn");
      // The client's event has had them read.
      if (isKept) return;
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
      if (isKept) leave(client.auth.getSession(), undefined);
      else set({ ended: undefined });
    },
  };
  return store;
}

function toFacts({ status, role, expiresAt }: ClientSession) {
  return { status, role, expiresAt: expiresAt || undefined };
}

/**
 * What the tokens that tabs share do not tell: whether a session that is gone was ended or lost, that somebody came, and that
 * the member has changed their own record.
 */
export type SessionMessage = "signedIn" | "signedOut" | "lost" | "memberChanged";

export interface SessionChannel {
  /** Tells the other tabs of this browser. */
  post(word: SessionMessage): void;
  close(): void;
}

/** Connects the tabs of this site; without the means for it nothing is said or heard. */
export function openSessionChannel(onWord: (word: SessionMessage) => void): SessionChannel {
  if (typeof BroadcastChannel === "undefined") return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel("porchlight-session");
  (channel as { unref?(): void }).unref?.(); // outside browsers it would keep the process alive
  channel.addEventListener("message", ({ data }) => onWord(data));
  return { post: (word) => channel.postMessage(word), close: () => channel.close() };
}
