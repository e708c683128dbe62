"use client";

import { memberName, SignedIn, SignedOut, useMember } from "@porchlight/react";

/** End of the header: who is signed in and the way out, or the way in. */
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
