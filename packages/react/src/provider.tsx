import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type AuthFlow, createAuthFlow } from "./auth/form/auth-flow.ts";
import type { MemberClient, SessionMember } from "./auth/member-client.ts";
import type { RegisteredClient } from "./auth/registered-client.ts";
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
  /** Create it outside of rendering, once per page in the browser and per request on a server. */
  client: MemberClient;
  /** The session known to the server, so that the first render is correct and nothing is loaded. */
  initialSession?: InitialSession<Member> | undefined;
  /** Custom texts for any key, or a whole language. Must be stable between renders. */
  messages?: Messages | undefined;
  /**
   * BCP 47 tag for plurals, numbers and dates. Default: `en`. If set, emails about sign-up and password links use it
   * too, if the server supports it; otherwise the browser's language decides.
   */
  language?: string | undefined;
  /** IANA time zone for dates. Default: `UTC`. */
  timeZone?: string | undefined;
  /** Name of the site, for "Taking you back to …". */
  siteName?: string | undefined;
  /** Navigates within the site without loading the page: your router's `navigate`. */
  navigate?: Navigate | undefined;
  /**
   * Path of the page with `AuthCallback`, whose full URL is registered for the app. The hosted sign-in returns to it,
   * as does a sign-in whose hidden frame the browser blocks. Default: `/auth/callback`.
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
  /** The prop, without the default. */
  language: string | undefined;
  timeZone: string;
  navigate: Navigate | undefined;
  callbackPath: string;
}

const PorchlightContext = createContext<PorchlightContextValue | undefined>(undefined);
export const SiteContext = createContext<SiteSettings>({
  siteName: undefined,
  language: undefined,
  timeZone: "UTC",
  navigate: undefined,
  callbackPath: "/auth/callback",
});
const noMessages: Messages = {};

/** Provides a client and a shared session. Render it once around the whole site. */
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
  // Only the initial value counts: later changes come through the client's events.
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

/** The provider's client, if any, so that content renders anywhere. */
export function useClientIfAny(): MemberClient | undefined {
  return use(PorchlightContext)?.client;
}

const neverChanges = () => () => undefined;

/** The session's role; `none` outside of a provider. */
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

/** The provider's client. Register its type to access its modules, or specify it: `useClient<typeof client>()`. */
export function useClient<Client extends MemberClient = RegisteredClient>(): Client {
  return usePorchlight().client as Client;
}
