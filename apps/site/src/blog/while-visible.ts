/**
 * Runs `work` while somebody may look at the page, again whenever they come back to it; answers what ends it. Not for people who asked to
 * save data.
 */
export function whileVisible(work: (signal: AbortSignal, wasAway: boolean) => Promise<void>): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  const listening = new AbortController();
  let running: AbortController | undefined;
  let wasAway = false;

  function settle(isVisible: boolean) {
    if (isVisible === (running !== undefined)) return;
    running?.abort();
    running = isVisible ? new AbortController() : undefined;
    if (running) void work(running.signal, wasAway);
    wasAway = true;
  }
  const { signal } = listening;
  document.addEventListener("visibilitychange", () => settle(!document.hidden), { signal });
  // A page that is left may be come back to as it is.
  window.addEventListener("pagehide", () => settle(false), { signal });
  window.addEventListener("pageshow", () => settle(!document.hidden), { signal });
  settle(!document.hidden);
  return () => {
    listening.abort();
    running?.abort();
  };
}
