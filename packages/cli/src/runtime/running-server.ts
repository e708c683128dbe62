import fs from "node:fs";
import path from "node:path";

/** Where a server is reached: commands write links into mails, and must agree with it. */
export interface ServerAddress {
  publicUrl: string;
  /** Absent: it serves no member site. */
  siteUrl?: string | undefined;
}

/** Notes where the server of a data folder is reached, in one small file for each address. */
export function noteAddress(dataDir: string, { publicUrl, siteUrl }: ServerAddress): void {
  const site = path.join(dataDir, "site-url");
  if (siteUrl === undefined) fs.rmSync(site, { force: true });
  else writeNote(site, siteUrl);
  writeNote(path.join(dataDir, "public-url"), publicUrl);
}

/** Where the last server of the data folder was reached; undefined when there was none, or the note cannot be read. */
export function readNotedAddress(dataDir: string): ServerAddress | undefined {
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
