import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unpackWoff } from "./unpack-woff.ts";

const family = /^inter-(?:latin|latin-ext|vietnamese|greek|greek-ext|cyrillic|cyrillic-ext)-(?:500|700)-normal\.woff$/;

/**
 * Puts the fonts of the product where the library that sets text finds them, and no others: a card is the same on every machine.
 *
 * @returns The folder, to be removed by whoever called.
 */
export function installCardFonts(): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-fonts-"));
  const source = join(dirname(createRequire(import.meta.url).resolve("@fontsource/inter/package.json")), "files");
  for (const name of readdirSync(source).filter((name) => family.test(name))) {
    writeFileSync(join(folder, name.replace(/woff$/, "ttf")), unpackWoff(readFileSync(join(source, name))));
  }
  const cache = join(folder, "cache");
  mkdirSync(cache);
  const settings = join(folder, "fonts.conf");
  writeFileSync(
    settings,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
  process.env["FONTCONFIG_FILE"] = settings;
  return folder;
}
