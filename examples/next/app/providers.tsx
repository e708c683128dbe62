"use client";

import { cookieTokenStorage, createClient, OAuthStrategy } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import { type InitialSession, PorchlightProvider } from "@porchlight/react";
import { type ReactNode, useState } from "react";
import type { Settings } from "../lib/settings";

interface ProvidersProps {
  settings: Settings;
  session: InitialSession;
  children: ReactNode;
}

/** The browser client: shares the cookie with the server and starts with the session of the rendered page. */
export function Providers({ settings, session, children }: ProvidersProps) {
  const [client] = useState(() =>
    createClient({
      host: settings.host,
      auth: OAuthStrategy({ clientId: settings.clientId, tokenStorage: cookieTokenStorage() }),
      modules: { members },
    }),
  );
  return (
    <PorchlightProvider client={client} initialSession={session}>
      {children}
    </PorchlightProvider>
  );
}
