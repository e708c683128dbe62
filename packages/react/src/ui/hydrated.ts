import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on a server and while hydrating, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function subscribeToConnection(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the browser is online. True on a server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
}

function subscribeToMinutes(listener: () => void) {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
}

/** Start of the current minute in milliseconds since the epoch; absent on a server and while hydrating. */
export function useMinute(): number | undefined {
  return useSyncExternalStore(
    subscribeToMinutes,
    () => Math.floor(Date.now() / 60_000) * 60_000,
    () => undefined,
  );
}
