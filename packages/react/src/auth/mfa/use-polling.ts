import { useEffect, useRef } from "react";

const pauseMs = 2000;

/**
 * Calls `task` every two seconds while `isOn`, one call at a time and not before `notBefore` (milliseconds since the
 * epoch).
 */
export function usePolling(isOn: boolean, notBefore: number | undefined, task: () => Promise<unknown>): void {
  const latest = useRef({ task, notBefore });
  useEffect(() => {
    latest.current = { task, notBefore };
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
      await latest.current.task();
      if (!isStopped) wait();
    }
    wait();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isOn]);
}
