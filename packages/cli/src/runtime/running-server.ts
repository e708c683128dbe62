import fs from "node:fs";
import path from "node:path";

/** The addresses of a server, which commands use for links in emails. */
export interface ServerAddress {
  publicUrl: string;
  /** Absent if it serves no member site. */
  siteUrl?: string | undefined;
}

/** Records the addresses of a data folder's server, one file for each. */
export function recordAddress(dataDir: string, { publicUrl, siteUrl }: ServerAddress): void {
  const site = path.join(dataDir, "site-url");
  if (siteUrl === undefined) fs.rmSync(site, { force: true });
  else writeNote(site, siteUrl);
  writeNote(path.join(dataDir, "public-url"), publicUrl);
}

/** The recorded addresses of the last server; undefined if there are none or they cannot be read. */
export function readRecordedAddress(dataDir: string): ServerAddress | undefined {
  const publicUrl = readNote(path.join(dataDir, "public-url"));
  return publicUrl === undefined ? undefined : { publicUrl, siteUrl: readNote(path.join(dataDir, "site-url")) };
}

function writeNote(file: string, url: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, `${url}\n`);
  fs.renameSync(draft, file);
}

function readNote(file: string): string | undefined {
  try {
    return URL.parse(fs.readFileSync(file, "utf8").trim())?.origin;
  } catch {
    return undefined;
  }
}
