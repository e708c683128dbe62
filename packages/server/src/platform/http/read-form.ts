import { Refusal } from "../context/errors.ts";
import { readBodyBytes } from "./read-body.ts";

/**
 * Reads the fields `names` of a submitted form; `""` for missing ones. Other fields are ignored.
 *
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`; `MALFORMED_REQUEST`, also for a repeated field.
 * Source: WHATWG URL §5.1 (application/x-www-form-urlencoded), security requirements §2.
 */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
  maxBytes: number,
): Promise<Record<Name, string>> {
  const bytes = await readBodyBytes(request, "application/x-www-form-urlencoded", maxBytes);
  const fields = new Map<string, string>(names.map((name) => [name, ""]));
  const seen = new Set<string>();
  for (const pair of Buffer.from(bytes).toString("latin1").split("&")) {
    const [name = "", ...value] = pair.split("=");
    const decodedName = decode(name);
    if (!fields.has(decodedName)) continue;
    if (seen.has(decodedName)) throw malformed(`the field "${decodedName}" comes more than once`);
    seen.add(decodedName);
    fields.set(decodedName, decode(value.join("=")));
  }
  return Object.fromEntries(fields) as Record<Name, string>;
}

/**
 * As {@link readForm}, for forms that email programs submit without their fields, also as `multipart/form-data`, whose
 * content is ignored. Source: RFC 8058 §3.2.
 */
export async function readUnsubscribeForm<Name extends string>(
  request: Request,
  names: readonly Name[],
  maxBytes: number,
): Promise<Record<Name, string>> {
  const multipart = "multipart/form-data";
  if (!request.headers.get("content-type")?.toLowerCase().startsWith(multipart))
    return readForm(request, names, maxBytes);
  await readBodyBytes(request, multipart, maxBytes);
  return Object.fromEntries(names.map((name) => [name, ""])) as Record<Name, string>;
}

const malformed = (reason: string) => new Refusal("MALFORMED_REQUEST", { reason });

function decode(text: string): string {
  // Browsers escape everything else.
  if (/[^\x21-\x7e]/.test(text)) throw malformed("it is not a form");
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw malformed("a field in it is not UTF-8");
  }
  if (decoded.includes("\u0000")) throw malformed("a field in it has a NUL character");
  return decoded;
}
