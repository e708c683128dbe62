"use client";

import { createClient } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import { type PageToken, ServerSessionStrategy } from "@porchlight/client/session";
import { type InitialSession, PorchlightProvider } from "@porchlight/react";
import { type ReactNode, useState } from "react";
import type { Settings } from "../lib/settings";

interface ProvidersProps {
  settings: Settings;
  session: InitialSession;
  pageToken: PageToken | undefined;
  children: ReactNode;
}

/** The browser client: starts with the session and token of the rendered page; the server has the refresh token. */
export function Providers({ settings, session, pageToken, children }: ProvidersProps) {
  const [client] = useState(() =>
    createClient({
      host: settings.host,
      auth: ServerSessionStrategy({ clientId: settings.clientId, pageToken }),
      modules: { members },
    }),
  );
  return (
    <PorchlightProvider client={client} initialSession={session}>
      {children}
    </PorchlightProvider>
  );
}
