import type { Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";
import { equalInConstantTime, type SigningContext } from "../crypto/secrets.ts";
import { type CurrentCallerContext, findCurrentCaller } from "./staff-callers.ts";

type UploadPurpose = "upload" | "import";

/** A token that authorizes an upload without an API key until `expiresAt`, in milliseconds. */
export function signUpload(context: SigningContext, purpose: UploadPurpose, upload: { expiresAt: number }): string {
  const encoded = Buffer.from(JSON.stringify(upload)).toString("base64url");
  return `${encoded}.${macOf(context, purpose, encoded)}`;
}

/** The upload that {@link signUpload} signed for the same purpose. @throws {Refusal} `UPLOAD_URL_INVALID`. */
export function readUploadToken<Upload extends { expiresAt: number }>(
  context: SigningContext,
  purpose: UploadPurpose,
  token: string,
): Upload {
  const [encoded = "", mac = "", ...rest] = token.split(".");
  if (rest.length > 0 || !equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(context, purpose, encoded))))
    throw new Refusal("UPLOAD_URL_INVALID");
  const upload: Upload = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
  if (upload.expiresAt <= context.now().getTime()) throw new Refusal("UPLOAD_URL_INVALID");
  return upload;
}

/**
 * The person or program that requested an upload URL, with their current rights. Long uploads call it again at their
 * end.
 *
 * @param authorize Throws unless the caller may make the upload.
 * @throws {Refusal} `UPLOAD_URL_INVALID` if the account or key no longer exists.
 */
export async function requireUploader(
  context: CurrentCallerContext,
  caller: Caller | undefined,
  authorize: (caller: Caller) => void,
): Promise<Caller> {
  const uploader = caller && (await findCurrentCaller(context, caller));
  if (!uploader) throw new Refusal("UPLOAD_URL_INVALID");
  authorize(uploader);
  return uploader;
}

const macOf = ({ site, secrets }: SigningContext, purpose: UploadPurpose, encoded: string) =>
  secrets.mac(purpose, `${site.id} ${encoded}`).toString("base64url");
