import { type Io, progress } from "./io.ts";

export interface ProgressBar {
  /** Says how much of the total is done. */
  update(done: number): void;
  /** Takes the bar away. */
  end(): void;
}

/** Characters of the bar itself; with words and numbers it stays below 80. */
const barWidth = 40;
/** Drawing more often costs time and shows nothing more. */
const redrawMs = 80;

/** A bar on a terminal, one line elsewhere. Goes to standard error, so the answer stays clean. */
export function createProgressBar(io: Io, verb: string, total: number, what = "files"): ProgressBar {
  if (!io.terminal || io.json) {
    if (!io.json) progress(io, `${verb} ${total} ${what}`);
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
