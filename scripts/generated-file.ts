import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./run-step.ts";

/**
 * Writes a generated document; with the argument `--check`, fails if it is out of date instead.
 *
 * @param name Path relative to the root of the repository.
 * @param script The script that calls this function, for the error message.
 * @param generate Receives the current text.
 */
export function updateGeneratedFile(name: string, script: string, generate: (current: string) => string): void {
  const file = path.join(root, name);
  const current = existsSync(file) ? readFileSync(file, "utf8") : "";
  const text = generate(current);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (current !== text) {
    console.error(`${name} is out of date. Run: npx node scripts/${script}`);
    process.exitCode = 1;
  }
}
