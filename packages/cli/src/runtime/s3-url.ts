import type { S3Location } from "@porchlight/server";

/**
 * Reads an address like `https://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/folder`. The region is the host's own, that of
 * `?region=`, or `us-east-1`, which most other stores take for theirs.
 *
 * @returns `undefined` for what is none.
 */
export function parseS3Address(text: string): S3Location | undefined {
  const url = URL.parse(text);
  if (!url || !["https:", "http:"].includes(url.protocol) || !url.username || !url.password || url.hash)
    return undefined;
  const folder = url.pathname.replace(/\/+$/, "");
  if (!/^\/[a-z0-9][a-z0-9.-]{1,62}(?:\/[\w.-]+)*$/.test(folder)) return undefined;
  const given = url.searchParams.get("region");
  if ((given !== null && !/^[a-z0-9-]{1,40}$/.test(given)) || [...url.searchParams].length > (given === null ? 0 : 1))
    return undefined;
  try {
    return {
      url: url.origin + folder,
      region: given ?? /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(url.hostname)?.[1] ?? "us-east-1",
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}
