import { describe, expect, it } from "vitest";
import { bodyLimits, readJsonBody } from "./read-body.ts";

const withBody = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    duplex: "half",
    headers: { "content-type": "application/json", ...headers },
  } as RequestInit);

describe("readJsonBody", () => {
  it.each([
    ["declares its size", { "content-length": "7" }],
    ["does not declare its size", {}],
  ])("reads a body that %s", async (_what, headers) => {
    expect(await readJsonBody(withBody('{"a":1}', headers), bodyLimits.identity)).toEqual({ a: 1 });
  });

  it.each([
    ["declares too large a size", "{}", { "content-length": "65537" }],
    ["is larger than declared", `{"a":"${"x".repeat(65_536)}"}`, { "content-length": "7" }],
    ["is too large without a declared size", `{"a":"${"x".repeat(65_536)}"}`, {}],
    ["is too large with an invalid declared size", `{"a":"${"x".repeat(65_536)}"}`, { "content-length": "some" }],
  ])("rejects a body that %s", async (_what, body, headers) => {
    await expect(readJsonBody(withBody(body, headers), bodyLimits.identity)).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  it.each([[{}], [{ "content-length": "7" }]])(
    "returns a client error for an aborted body with headers %j",
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
