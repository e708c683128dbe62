import type { PageToken } from "@porchlight/client/session";
import { type InitialSession, memberName, PorchlightProvider, SignedIn, SignedOut, useMember } from "@porchlight/react";
import { useState } from "react";
import type { Settings } from "../lib/settings";
import { createBrowserClient } from "./client";

interface SessionAreaProps {
  settings: Settings;
  session: InitialSession;
  pageToken: PageToken | undefined;
}

/** The signed-in member with a sign-out button, or a sign-in link. */
export function SessionArea({ settings, session, pageToken }: SessionAreaProps) {
  const [client] = useState(() => createBrowserClient(settings, pageToken));
  return (
    <PorchlightProvider client={client} initialSession={session}>
      <SignedOut>
        <a href="/sign-in">Sign in</a>
      </SignedOut>
      <SignedIn>
        <form method="post" action="/sign-out">
          <MemberName /> <button type="submit">Sign out</button>
        </form>
      </SignedIn>
    </PorchlightProvider>
  );
}

function MemberName() {
  const { member } = useMember();
  return <span>{memberName(member)}</span>;
}
