"use client";

import { memberName, SignedIn, SignedOut, useMember } from "@porchlight/react";

/** The signed-in member with a sign-out button, or a sign-in link. */
export function SessionArea() {
  const { member } = useMember();
  return (
    <div data-part="session">
      <SignedOut>
        <a href="/sign-in">Sign in</a>
      </SignedOut>
      <SignedIn>
        <form method="post" action="/sign-out">
          <span>{memberName(member)}</span> <button type="submit">Sign out</button>
        </form>
      </SignedIn>
    </div>
  );
}
