/** Runs `work` while the page is visible, again whenever it becomes visible. @returns Ends it. */
export function whileVisible(work: (signal: AbortSignal) => Promise<void>): () => void {
  const listening = new AbortController();
  let running: AbortController | undefined;

  function settle(isVisible: boolean): void {
    if (isVisible === (running !== undefined)) return;
    running?.abort();
    running = isVisible ? new AbortController() : undefined;
    if (running) void work(running.signal);
  }
  const { signal } = listening;
  document.addEventListener("visibilitychange", () => settle(!document.hidden), { signal });
  // The page may be restored from the back/forward cache.
  window.addEventListener("pagehide", () => settle(false), { signal });
  window.addEventListener("pageshow", () => settle(!document.hidden), { signal });
  settle(!document.hidden);
  return () => {
    listening.abort();
    running?.abort();
  };
}
