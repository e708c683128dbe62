import { useEffect, useRef } from "react";

const pauseMs = 2000;

/** Asks every other second, one call after the other, while `isOn`; not before `notBefore` (milliseconds since the epoch). */
export function usePolling(isOn: boolean, notBefore: number | undefined, ask: () => Promise<unknown>): void {
  const latest = useRef({ ask, notBefore });
  useEffect(() => {
    latest.current = { ask, notBefore };
  });
  useEffect(() => {
    if (!isOn) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout>;
    function wait() {
      const refusedMs = (latest.current.notBefore ?? 0) - Date.now();
      timer = setTimeout(poll, Math.max(pauseMs, refusedMs));
    }
    async function poll() {
      await latest.current.ask();
      if (!isStopped) wait();
    }
    wait();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isOn]);
}
