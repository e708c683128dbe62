import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { root, runStep } from "./run-step.ts";

/** Chromium without windows and what belongs to them: the same engine, started and driven with less work. */
const shellPlaces = ["/usr/bin/chromium-headless-shell"];
const wholePlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export interface ChromiumWish {
  /** Whether the headless shell comes first. Default: only a whole browser will do. */
  shell?: boolean;
}

/**
 * A Chromium to drive: `CHROMIUM_PATH`, the system's, Playwright's own. Where there is none, Debian's is installed when this
 * process may do so.
 *
 * @returns Its path, or the sentence that says what to do.
 */
export async function findChromium(
  say: (line: string) => void,
  { shell = false }: ChromiumWish = {},
): Promise<{ path: string } | { missing: string }> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? { path: given } : { missing: `CHROMIUM_PATH names no file: "${given}".` };
  const found = [...(shell ? shellPlaces : []), ...wholePlaces, playwrightPlace()].find(
    (place) => place !== undefined && existsSync(place),
  );
  if (found) return { path: found };
  if (!isDebian()) {
    return {
      missing: "The browser tests need Chromium. Install it with: npx playwright-core install --with-deps chromium",
    };
  }
  const packages = shell ? ["chromium-headless-shell", "chromium"] : ["chromium"];
  const command = `apt-get install -y ${packages[0]}`;
  if (process.getuid?.() !== 0) {
    return { missing: `The browser tests need Chromium. Install it with: sudo ${command}` };
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runStep("apt-get", ["update"], { env, live: true });
  for (const name of packages) {
    say(`Installing the package ${name} for the browser tests`);
    const { code } = await runStep("apt-get", ["install", "-y", "--no-install-recommends", name], { env, live: true });
    if (code === 0 && existsSync(`/usr/bin/${name}`)) return { path: `/usr/bin/${name}` };
  }
  return { missing: `Chromium could not be installed. Install it with: ${command}` };
}

function playwrightPlace(): string | undefined {
  try {
    const require = createRequire(`${root}/tests/package.json`);
    const { chromium } = require("playwright-core") as { chromium: { executablePath(): string } };
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

function isDebian(): boolean {
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8")) && existsSync("/usr/bin/apt-get");
  } catch {
    return false;
  }
}
