import type { S3Location } from "@porchlight/server";
import { type Finding, ok, problem } from "./finding.ts";

/** The bucket of pictures and files: a small one is written, read and removed. */
export async function checkBucket(location: S3Location): Promise<Finding> {
  const check = "pictures";
  const { verifyS3 } = await import("@porchlight/server/operations");
  const reason = await verifyS3(location);
  if (reason === undefined) return ok(check, `in the bucket ${location.url}`);
  return problem(check, `in the bucket ${location.url}: ${reason}. Correct MEDIA_S3_URL, or the rights of its key.`);
}
