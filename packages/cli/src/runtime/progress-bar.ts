import { type Io, printProgress } from "./io.ts";

export interface ProgressBar {
  update(done: number): void;
  /** Removes the bar. */
  end(): void;
}

/** Characters; with text and numbers the line stays below 80. */
const barWidth = 40;
const redrawMs = 80;

/** Shows a bar on a terminal, or one line elsewhere, on standard error. */
export function createProgressBar(io: Io, verb: string, total: number, what = "files"): ProgressBar {
  if (!io.terminal || io.json) {
    if (!io.json) printProgress(io, `${verb} ${total} ${what}`);
    return { update: () => undefined, end: () => undefined };
  }
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(done) {
      const now = performance.now();
      if (now - drawnAt < redrawMs && done < total) return;
      drawnAt = now;
      const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total);
      io.stderr(`\r${verb} ${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${done}/${total}`);
    },
    end() {
      if (drawnAt !== Number.NEGATIVE_INFINITY) io.stderr("\r\u001b[K");
    },
  };
}
