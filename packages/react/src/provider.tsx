import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type AuthFlow, createAuthFlow } from "./auth/form/auth-flow.ts";
import type { MemberClient, SessionMember } from "./auth/member-client.ts";
import {
  createSessionStore,
  type InitialSession,
  type SessionSnapshot,
  type SessionStore,
} from "./auth/session/session-store.ts";
import { type Messages, TextContext } from "./texts/use-texts.ts";
import type { Navigate } from "./ui/safe-url.ts";

/** Props of {@link PorchlightProvider}. */
export interface PorchlightProviderProps<Member extends SessionMember = SessionMember> {
  /** Made once, outside of rendering, per page in the browser and per request on a server. */
  client: MemberClient;
  /** What the server knows about the reader, so that the first render is right and asks for nothing. */
  initialSession?: InitialSession<Member> | undefined;
  /** Own words for any key, or a whole language. Keep the object the same between renders. */
  messages?: Messages | undefined;
  /**
   * BCP 47 tag for plurals, numbers and dates; `en` when absent. Mails to whoever signs up or asks for a link are in it
   * too, where the server has its words; when absent, the browser's language decides that.
   */
  language?: string | undefined;
  /** IANA name of the zone that dates are written in; `UTC` when absent. */
  timeZone?: string | undefined;
  /** Name of the site, for "Taking you back to …". */
  siteName?: string | undefined;
  /** Moves to an address of this site without loading the page: your router's `navigate`. */
  navigate?: Navigate | undefined;
  /**
   * Path of the page with `AuthCallback`; its full address is registered for the app. The hosted sign-in comes back to it,
   * and so does a sign-in whose hidden frame a browser refuses. `/auth/callback` when absent.
   */
  callbackPath?: string | undefined;
  children?: ReactNode;
}

export interface PorchlightContextValue {
  client: MemberClient;
  session: SessionStore;
  flow: AuthFlow;
}

export interface SiteSettings {
  siteName: string | undefined;
  /** As the provider was told, and not what it falls back to. */
  language: string | undefined;
  timeZone: string;
  navigate: Navigate | undefined;
  callbackPath: string;
}

const PorchlightContext = createContext<PorchlightContextValue | undefined>(undefined);
/** What {@link useSite} reads. */
export const SiteContext = createContext<SiteSettings>({
  siteName: undefined,
  language: undefined,
  timeZone: "UTC",
  navigate: undefined,
  callbackPath: "/auth/callback",
});
const noMessages: Messages = {};

/**
 * Gives the components and hooks below it a client and one shared session. Put it around the whole site, once.
 */
export function PorchlightProvider<Member extends SessionMember>({
  client,
  initialSession,
  messages = noMessages,
  language,
  timeZone = "UTC",
  siteName,
  navigate,
  callbackPath = "/auth/callback",
  children,
}: PorchlightProviderProps<Member>) {
  // The first session counts: later ones come through the client's events.
  const [firstSession] = useState(initialSession);
  const value = useMemo<PorchlightContextValue>(
    () => ({
      client,
      session: createSessionStore(client, firstSession),
      flow: createAuthFlow(() => (typeof window === "undefined" ? undefined : window.sessionStorage)),
    }),
    [client, firstSession],
  );
  useEffect(() => value.session.connect(), [value]);
  const texts = useMemo(() => ({ language: language ?? "en", messages }), [language, messages]);
  const site = useMemo(
    () => ({ siteName, language, timeZone, navigate, callbackPath }),
    [siteName, language, timeZone, navigate, callbackPath],
  );
  return (
    <PorchlightContext value={value}>
      <SiteContext value={site}>
        <TextContext value={texts}>{children}</TextContext>
      </SiteContext>
    </PorchlightContext>
  );
}

/** @throws {Error} outside of a {@link PorchlightProvider}. */
export function usePorchlight(): PorchlightContextValue {
  const value = use(PorchlightContext);
  if (!value) throw new Error("This component needs a <PorchlightProvider client={…}> around it.");
  return value;
}

/** The client of the provider; nothing outside of one, so that content renders anywhere. */
export function useClientIfAny(): MemberClient | undefined {
  return use(PorchlightContext)?.client;
}

const neverChanges = () => () => undefined;

/** Whether a visitor or a member reads; `none` outside of a provider. */
export function useRole(): SessionSnapshot["role"] {
  const store = use(PorchlightContext)?.session;
  return useSyncExternalStore(
    store?.subscribe ?? neverChanges,
    () => store?.getSnapshot().role ?? "none",
    () => store?.getServerSnapshot().role ?? "none",
  );
}

/** Site-wide settings; the defaults outside of a provider, so that content renders anywhere. */
export function useSite(): SiteSettings {
  return use(SiteContext);
}

/** The client given to the provider. Name its type to see its modules: `useClient<typeof client>()`. */
export function useClient<Client extends MemberClient = MemberClient>(): Client {
  return usePorchlight().client as Client;
}
