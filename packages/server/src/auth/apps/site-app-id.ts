import { createHash } from "node:crypto";

/** The id of the app that the site's own pages sign members in with: a UUID of version 8. Source: RFC 9562 §5.8. */
export function siteAppId(siteId: string): string {
  const bytes = createHash("sha256").update(`porchlight site app ${siteId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
