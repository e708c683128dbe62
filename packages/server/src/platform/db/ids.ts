import { randomBytes } from "node:crypto";

let lastMs = 0;
let count = 0;

/**
 * Returns a UUIDv7, ordered by creation also within a millisecond, so that new rows are adjacent and events of a
 * transaction stay in order. Source: RFC 9562 §5.7, §6.2 (method 1, a counter of 18 bits).
 */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  count = now === lastMs ? count + 1 : bytes.readUInt16BE(6);
  lastMs = now;
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((count >> 14) & 0x0f);
  bytes[7] = (count >> 6) & 0xff;
  bytes[8] = 0x80 | (count & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Whether `text` is a valid id. PostgreSQL rejects a query with anything else. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
