import { useSession } from "@porchlight/react";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

/** Loads the page again when somebody signs in or out, here or in another tab: what it may show has changed. */
export function useRevalidateOnSessionChange(): void {
  const { status } = useSession();
  const { revalidate } = useRevalidator();
  const isMember = status === "member" || status === "degraded";
  const seen = useRef(isMember);
  useEffect(() => {
    if (seen.current === isMember) return;
    seen.current = isMember;
    void revalidate();
  }, [isMember, revalidate]);
}
