import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Location } from "../src/platform/storage/s3-client.ts";

export interface TestS3 {
  location: S3Location;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Parts of uploads that are not completed, by number. */
  uploads: Map<string, Map<number, Buffer>>;
  /** Rejects the parts with this number. */
  failPart(number: number | undefined): void;
  /** Sets the status of all responses. */
  failWith(status: number | undefined): void;
  close(): Promise<void>;
}

/** A local S3 server with the operations that the store uses, which verifies signatures. */
export async function startTestS3(): Promise<TestS3> {
  const keys = { accessKeyId: "AKTEST", secretAccessKey: "se/cr+et", region: "eu-test-1" };
  const objects: TestS3["objects"] = new Map();
  const uploads: TestS3["uploads"] = new Map();
  let failure: number | undefined;
  let failedPart: number | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const bytes = await buffer(incoming);
    const [path = "", query = ""] = (incoming.url ?? "").split("?");
    const parameters = new URLSearchParams(query);
    const response = (status: number, headers: Record<string, string | number> = {}, body?: Buffer) =>
      outgoing.writeHead(status, headers).end(incoming.method === "HEAD" ? undefined : body);
    if (failure !== undefined) return response(failure);
    if (!isSigned(incoming.method ?? "", path, query, incoming.headers, keys)) return response(403);
    if (path === "/bucket" && parameters.get("list-type") === "2")
      return response(200, {}, listObjects(objects, parameters));
    if (!path.startsWith("/bucket/site/")) return response(404);
    const uploadId = parameters.get("uploadId") ?? "";
    if (incoming.method === "POST" && parameters.has("uploads")) {
      const id = `upload/${uploads.size + 1}`;
      uploads.set(id, new Map());
      return response(200, {}, Buffer.from(`<R><UploadId>${id}</UploadId></R>`));
    }
    if (parameters.has("uploadId")) {
      const parts = uploads.get(uploadId);
      if (!parts) return response(404);
      const number = Number(parameters.get("partNumber"));
      if (incoming.method === "PUT") {
        if (failedPart === number) return response(400);
        parts.set(number, bytes);
        return response(200, { etag: `"part-${number}"` });
      }
      uploads.delete(uploadId);
      if (incoming.method === "DELETE") return response(204);
      const numbers = [...bytes.toString("utf8").matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"part-\1"<\/ETag>/g)];
      objects.set(path, { bytes: Buffer.concat(numbers.map(([, one]) => parts.get(Number(one))!)), type: "" });
      return response(200, {}, Buffer.from("<CompleteMultipartUploadResult/>"));
    }
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
    uploads,
    failPart: (number) => {
      failedPart = number;
    },
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

const pageSize = 2;

function listObjects(objects: TestS3["objects"], parameters: URLSearchParams): Buffer {
  const prefix = parameters.get("prefix") ?? "";
  const start = Number(parameters.get("continuation-token") ?? 0);
  const names = [...objects.keys()]
    .map((path) => path.slice("/bucket/".length))
    .filter((name) => name.startsWith(prefix));
  const page = names.sort().slice(start, start + pageSize);
  const contents = page.map(
    (name) => `<Contents><Key>${name}</Key><Size>${objects.get(`/bucket/${name}`)!.bytes.length}</Size></Contents>`,
  );
  const isLast = start + pageSize >= names.length;
  const next = isLast ? "" : `<NextContinuationToken>${start + pageSize}</NextContinuationToken>`;
  return Buffer.from(`<ListBucketResult>${next}${contents.join("\n")}</ListBucketResult>`);
}

/** Source: AWS Signature Version 4, "Create a signed request". */
function isSigned(
  method: string,
  path: string,
  query: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { accessKeyId, secretAccessKey, region }: Omit<S3Location, "url">,
): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = "", names = "", signature] = pattern.exec(String(headers["authorization"])) ?? [];
  const at = String(headers["x-amz-date"]);
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${accessKeyId}/${scope}` || !names.split(";").includes("host")) return false;
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const sorted = query.split("&").sort().join("&").replaceAll("+", "%20");
  const requested = [method, path, sorted, lines.join(""), names, String(headers["x-amz-content-sha256"])].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", at, scope, createHash("sha256").update(requested).digest("hex")].join("\n");
  const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = [at.slice(0, 8), region, "s3", "aws4_request"].reduce<string | Buffer>(mac, `AWS4${secretAccessKey}`);
  return createHmac("sha256", key).update(toSign).digest("hex") === signature;
}
