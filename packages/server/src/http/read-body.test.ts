import { describe, expect, it } from "vitest";
import { bodyLimits, readJsonBody } from "./read-body.ts";

describe("a request's body", () => {
  it("that breaks off is the sender's fault, not an outage of ours", async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
      pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
    });
    const request = new Request("http://localhost/", {
      method: "POST",
      body: broken,
      duplex: "half",
      headers: { "content-type": "application/json" },
    } as RequestInit);
    await expect(readJsonBody(request, bodyLimits.identity)).rejects.toMatchObject({
      name: "Refusal",
      code: "MALFORMED_REQUEST",
    });
  });
});
