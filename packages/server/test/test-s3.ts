import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Location } from "../src/platform/storage/s3-store.ts";

export interface TestS3 {
  location: S3Location;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Sets the status of all responses. */
  failWith(status: number | undefined): void;
  close(): Promise<void>;
}

/** A local S3 server with the operations that the store uses, which verifies signatures. */
export async function startTestS3(): Promise<TestS3> {
  const keys = { accessKeyId: "AKTEST", secretAccessKey: "se/cr+et", region: "eu-test-1" };
  const objects: TestS3["objects"] = new Map();
  let failure: number | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const bytes = await buffer(incoming);
    const path = (incoming.url ?? "").split("?")[0]!;
    const response = (status: number, headers: Record<string, string | number> = {}, body?: Buffer) =>
      outgoing.writeHead(status, headers).end(incoming.method === "HEAD" ? undefined : body);
    if (failure !== undefined) return response(failure);
    if (!isSigned(incoming.method ?? "", path, incoming.headers, keys)) return response(403);
    if (!path.startsWith("/bucket/site/")) return response(404);
    if (incoming.method === "PUT") {
      // S3 requires the length of the body.
      if (incoming.headers["content-length"] === undefined) return response(411);
      objects.set(path, { bytes, type: incoming.headers["content-type"] ?? "" });
      return response(200);
    }
    if (incoming.method === "DELETE") {
      objects.delete(path);
      return response(204);
    }
    const object = objects.get(path);
    if (!object) return response(404);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? "") ?? [];
    const part = start === undefined ? object.bytes : object.bytes.subarray(Number(start), Number(end) + 1);
    return response(
      start === undefined ? 200 : 206,
      { "content-length": part.length, "content-type": object.type },
      part,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    location: { url: `http://127.0.0.1:${port}/bucket/site`, ...keys },
    objects,
    failWith: (status) => {
      failure = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Source: AWS Signature Version 4, "Create a signed request". */
function isSigned(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { accessKeyId, secretAccessKey, region }: Omit<S3Location, "url">,
): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = "", names = "", signature] = pattern.exec(String(headers["authorization"])) ?? [];
  const at = String(headers["x-amz-date"]);
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${accessKeyId}/${scope}` || !names.split(";").includes("host")) return false;
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const requested = [method, path, "", lines.join(""), names, String(headers["x-amz-content-sha256"])].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", at, scope, createHash("sha256").update(requested).digest("hex")].join("\n");
  const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = [at.slice(0, 8), region, "s3", "aws4_request"].reduce<string | Buffer>(mac, `AWS4${secretAccessKey}`);
  return createHmac("sha256", key).update(toSign).digest("hex") === signature;
}
