import { rmSync } from "node:fs";
import { setPriority } from "node:os";
import { drawCard, installedFontsFolder } from "../social-card/draw-card.ts";
import type { RenderResult, RenderTask } from "./rendition.ts";
import { resize } from "./resize.ts";

// A separate process, because it decodes untrusted files in native code. It has no secrets in its environment, and a
// lower priority than the server.
setPriority(10);

process.on("message", (task: RenderTask) => {
  render(task).then(
    (result) => process.send?.(result),
    () => process.send?.({ failure: "unreadable" }),
  );
});
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.on("exit", () => {
  const folder = installedFontsFolder();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function render(task: RenderTask): Promise<RenderResult> {
  return task.kind === "card" ? { bytes: await drawCard(task.card) } : resize(task);
}
