/**
 * Ends this process with the launcher that started it (`bin/porchlight.js` under an older Node): nobody else would stop
 * it. A command ends at once, a server finishes what it is doing.
 */
export function endWithLauncher(): void {
  if (!process.channel) return;
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
