import { describe, expect, it } from "vitest";
import { parseS3Address } from "./environment.ts";

describe("parseS3Address", () => {
  const keys = { accessKeyId: "KEY", secretAccessKey: "se/cret" };
  it.each([
    [
      "https://KEY:se%2Fcret@s3.eu-central-1.amazonaws.com/photos",
      "https://s3.eu-central-1.amazonaws.com/photos",
      "eu-central-1",
    ],
    ["https://KEY:se%2Fcret@store.example/photos/site/?region=auto", "https://store.example/photos/site", "auto"],
    ["http://KEY:se%2Fcret@10.0.0.5:9000/photos", "http://10.0.0.5:9000/photos", "us-east-1"],
  ])("parses %s", (text, url, region) => expect(parseS3Address(text)).toEqual({ url, region, ...keys }));

  it.each([
    "photos",
    "https://store.example/photos",
    "https://KEY@store.example/photos",
    "https://KEY:secret@store.example",
    "https://KEY:secret@store.example/photos/..%2f",
    "https://KEY:secret@store.example/photos#x",
    "https://KEY:secret@store.example/photos?x=1",
    "https://KEY:secret@store.example/photos?region=a%20b",
    "https://KEY:%E0%A4%A@store.example/photos",
    "ftp://KEY:secret@store.example/photos",
  ])("rejects %s", (text) => expect(parseS3Address(text)).toBeUndefined());
});
