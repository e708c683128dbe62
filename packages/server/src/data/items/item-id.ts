import { newId } from "../../platform/db/ids.ts";

let last = "";

/** A new id that comes after all that this process has made: items without a sort come in the order of their making. Source: RFC 9562 §6.2. */
export function newItemId(now: number): string {
  const id = newId(now);
  last = id > last ? id : following(last);
  return last;
}

/** One more in its random part, which has room for longer than a process lives. */
function following(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
