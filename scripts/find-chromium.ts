import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { root, runStep } from "./run-step.ts";

/** Chromium without a user interface: starts faster than the whole browser, but lacks some of its features. */
const shellPlace = "/usr/bin/chromium-headless-shell";
const systemPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The headless shell of the system's Chromium, which is enough for most browser tests; undefined if it is not installed
 * or `CHROMIUM_PATH` is set.
 */
export function findHeadlessShell(): string | undefined {
  return !process.env.CHROMIUM_PATH && existsSync(shellPlace) ? shellPlace : undefined;
}

/**
 * A complete Chromium: `CHROMIUM_PATH`, the system's, or Playwright's. If there is none, installs Debian's with its
 * headless shell, if this process has the permission.
 *
 * @returns Its path, or a message that explains what to do.
 */
export async function findChromium(say: (line: string) => void): Promise<{ path: string } | { missing: string }> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? { path: given } : { missing: `CHROMIUM_PATH names no file: "${given}".` };
  const found = [...systemPlaces, playwrightPlace()].find((place) => place !== undefined && existsSync(place));
  if (found) return { path: found };
  if (!isDebian()) {
    return {
      missing: "The browser tests need Chromium. Install it with: npx playwright-core install --with-deps chromium",
    };
  }
  if (process.getuid?.() !== 0)
    return {
      missing:
        "The browser tests need Chromium. Install it with: sudo apt-get install -y chromium chromium-headless-shell",
    };
  say("Installing Chromium for the browser tests");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runStep("apt-get", ["update"], { env, live: true });
  // Not every derivative of Debian packages the shell.
  for (const packages of [["chromium", "chromium-headless-shell"], ["chromium"]]) {
    const install = ["install", "-y", "--no-install-recommends", ...packages];
    const { code } = await runStep("apt-get", install, { env, live: true });
    if (code === 0 && existsSync("/usr/bin/chromium")) return { path: "/usr/bin/chromium" };
  }
  return { missing: "The package chromium could not be installed. Install it with: apt-get install -y chromium" };
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
