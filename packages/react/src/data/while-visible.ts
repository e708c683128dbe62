/** Runs `work` while the page is visible, again whenever it becomes visible. @returns Ends it. */
export function whileVisible(work: (signal: AbortSignal) => Promise<void>): () => void {
  const listening = new AbortController();
  let running: AbortController | undefined;

  function update(isVisible: boolean): void {
    if (isVisible === (running !== undefined)) return;
    running?.abort();
    running = isVisible ? new AbortController() : undefined;
    if (running) void work(running.signal);
  }
  const { signal } = listening;
  document.addEventListener("visibilitychange", () => update(!document.hidden), { signal });
  // The page may be restored from the back/forward cache.
  window.addEventListener("pagehide", () => update(false), { signal });
  window.addEventListener("pageshow", () => update(!document.hidden), { signal });
  update(!document.hidden);
  return () => {
    listening.abort();
    running?.abort();
  };
}
