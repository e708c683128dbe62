import { useMember, useSession } from "@porchlight/react";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

/**
 * Loads the page again when somebody signs in or out, here or in another tab, and when an outage is over: what it may
 * show has changed.
 */
export function useRevalidateOnSessionChange(): void {
  const { revalidate } = useRevalidator();
  useOnSessionChange(revalidate);
}

/** The same with another way to load the page again. */
export function useOnSessionChange(reload: () => unknown): void {
  const { status } = useSession();
  const seen = useRef(status);
  useEffect(() => {
    if (seen.current === status) return;
    seen.current = status;
    // What is shown stays while the member cannot be reached, and while they are asked to sign in again.
    if (status !== "degraded") void reload();
  }, [status, reload]);
}

/**
 * A number that changes when another member is signed in than before, and with them what the page holds: data, and what
 * was typed. As the key of what stands in the page it makes that begin anew.
 */
export function useIdentityKey(): number {
  const id = useMember(({ member }) => member?._id);
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState({ id, key: 0 });
  if (id && id !== known.id) setKnown({ id, key: known.id ? known.key + 1 : known.key });
  useEffect(() => {
    if (known.key > 0) void revalidate();
  }, [known.key, revalidate]);
  return known.key;
}
