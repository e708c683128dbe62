import { Refusal } from "../../platform/context/errors.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import type { BlogContext } from "../blog-context.ts";

/**
 * Serializes the state of a list to a cursor, authenticated for this site and kind of list. Cursors do not expire, so
 * that
 * links to pages stay valid. Source: security requirements §2.11.
 */
export function signCursor(context: BlogContext, list: string, payload: object): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString("base64url");
  return `${encoded}.${macOf(context, list, encoded)}`;
}

/**
 * Parses a cursor of {@link signCursor}.
 *
 * @throws {Refusal} `CURSOR_INVALID` when it was modified or belongs to another site or kind of list.
 */
export function parseCursor(context: BlogContext, list: string, text: string): unknown {
  const [encoded = "", mac = "", ...rest] = text.split(".");
  if (rest.length > 0 || !equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(context, list, encoded)))) {
    throw new Refusal("CURSOR_INVALID");
  }
  return JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
}

function macOf(context: BlogContext, list: string, encoded: string): string {
  return context.secrets.mac("cursor", `${context.site.id} ${list} public ${encoded}`).toString("base64url");
}
