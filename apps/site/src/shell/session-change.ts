import { useMember, useSession } from "@porchlight/react";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

/** Reloads the page's data after a sign-in or sign-out in any tab, and after an outage. */
export function useRevalidateOnSessionChange(): void {
  const { revalidate } = useRevalidator();
  useOnSessionChange(revalidate);
}

/** The same with a custom reload function. */
export function useOnSessionChange(reload: () => unknown): void {
  const status = useSession(({ status }) => status);
  const seen = useRef(status);
  useEffect(() => {
    if (seen.current === status) return;
    seen.current = status;
    // The page stays while the member cannot be loaded, or has to sign in again.
    if (status !== "degraded") void reload();
  }, [status, reload]);
}

/** A key that changes when another member signs in, to remount content with the previous member's data and input. */
export function useIdentityKey(): number {
  const id = useMember(({ member }) => member?._id);
  const { revalidate } = useRevalidator();
  const [last, setLast] = useState({ id, key: 0 });
  if (id && id !== last.id) setLast({ id, key: last.id ? last.key + 1 : last.key });
  useEffect(() => {
    if (last.key > 0) void revalidate();
  }, [last.key, revalidate]);
  return last.key;
}
