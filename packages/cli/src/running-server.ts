import fs from "node:fs";
import path from "node:path";

const nameOf = (dataDir: string) => path.join(dataDir, "public-url");

/** Notes where the server of a data folder is reached: commands write links into mails, and must agree with it. */
export function noteAddress(dataDir: string, publicUrl: string): void {
  const draft = `${nameOf(dataDir)}.${process.pid}`;
  fs.writeFileSync(draft, `${publicUrl}\n`);
  fs.renameSync(draft, nameOf(dataDir));
}

/** Where the last server of the data folder was reached; undefined when there was none, or the note cannot be read. */
export function readNotedAddress(dataDir: string): string | undefined {
  try {
    return URL.parse(fs.readFileSync(nameOf(dataDir), "utf8").trim())?.origin;
  } catch {
    return undefined;
  }
}
