import { useEffect, useState } from "react";

/** True once `isOn` has been true for `ms` milliseconds; false as soon as it ends. */
export function useLasting(isOn: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isOn, ms]);
  return isOn && hasLasted;
}

/** Countdown in whole seconds until `end` (milliseconds since the epoch); 0 afterwards or without an end. */
export function useSecondsLeft(end: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const [lastEnd, setLastEnd] = useState(end);
  if (lastEnd !== end) {
    setLastEnd(end);
    setNow(Date.now());
  }
  useEffect(() => {
    if (end === undefined) return;
    const tick = () => {
      const current = Date.now();
      setNow(current);
      if (current >= end) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [end]);
  return end === undefined ? 0 : Math.max(0, Math.ceil((end - now) / 1000));
}
