import { AwsClient } from "aws4fetch";

/** Until the response starts; the body has no timeout. */
const responseTimeoutMs = 10_000;
const uploadTimeoutMs = 120_000;

/** Sends signed requests to a bucket. */
export interface S3Client {
  /**
   * Sends a request for an object.
   *
   * @param path Name of the object in the folder of the location, with an optional query.
   * @returns A successful response, or one with the status 404.
   * @throws {Error} if the store is unreachable or returns another status.
   */
  request(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** Lists objects whose names start with `prefix`, in the folder of the location. */
  list(prefix: string): Promise<{ name: string; size: number }[]>;
}

/** Creates a client. Source: Amazon S3 API; Signature Version 4. */
export function createS3Client({ url, region, accessKeyId, secretAccessKey }: S3Location): S3Client {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });

  async function send(method: string, address: string, init: RequestInit = {}): Promise<Response> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), init.body ? uploadTimeoutMs : responseTimeoutMs);
    try {
      const response = await client.fetch(address, { ...init, method, signal: controller.signal });
      if (response.ok || response.status === 404) return response;
      await response.body?.cancel();
      throw new Error(`the store returned status ${response.status}`);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    request: (method, path, init) => send(method, `${url}/${path}`, init),
    async list(prefix) {
      const { origin, pathname } = new URL(url);
      const [, bucket, ...folders] = pathname.split("/");
      const folder = folders.map((name) => `${name}/`).join("");
      const found: { name: string; size: number }[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: `${folder}${prefix}` });
        if (token !== "") query.set("continuation-token", token);
        const response = await send("GET", `${origin}/${bucket}?${query}`);
        const xml = await response.text();
        if (!response.ok) throw new Error(`the store returned status ${response.status}`);
        for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.push({
            name: readElement(entry, "Key")!.slice(folder.length),
            size: Number(readElement(entry, "Size")),
          });
        token = readElement(xml, "NextContinuationToken");
      }
      return found;
    },
  };
}

/** The text of an element of a response; undefined if there is none. */
export function readElement(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** A bucket of an S3-compatible store. */
export interface S3Location {
  /** URL of the bucket, with an optional folder, without a trailing slash. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}
