import { describe, expect, it } from "vitest";
import { bodyLimits, readJsonBody } from "./read-body.ts";

const withBody = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    duplex: "half",
    headers: { "content-type": "application/json", ...headers },
  } as RequestInit);

describe("a request's body", () => {
  it.each([
    ["says its size", { "content-length": "7" }],
    ["does not say its size", {}],
  ])("that %s is read whole", async (_what, headers) => {
    expect(await readJsonBody(withBody('{"a":1}', headers), bodyLimits.identity)).toEqual({ a: 1 });
  });

  it.each([
    ["says that it is too large", "{}", { "content-length": "65537" }],
    ["is larger than it says", `{"a":"${"x".repeat(65_536)}"}`, { "content-length": "7" }],
    ["is too large and does not say so", `{"a":"${"x".repeat(65_536)}"}`, {}],
    ["is too large and says nonsense", `{"a":"${"x".repeat(65_536)}"}`, { "content-length": "some" }],
  ])("that %s is refused", async (_what, body, headers) => {
    await expect(readJsonBody(withBody(body, headers), bodyLimits.identity)).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  it.each([[{}], [{ "content-length": "7" }]])(
    "that breaks off is the sender's fault, not an outage of ours: %j",
    async (headers) => {
      const broken = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
        pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
      });
      await expect(readJsonBody(withBody(broken, headers), bodyLimits.identity)).rejects.toMatchObject({
        name: "Refusal",
        code: "MALFORMED_REQUEST",
      });
    },
  );
});
