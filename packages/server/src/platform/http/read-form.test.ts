import { describe, expect, it } from "vitest";
import { Refusal } from "../context/errors.ts";
import { readForm } from "./read-form.ts";

const type = "application/x-www-form-urlencoded";
const read = (body: string, headers: Record<string, string> = { "content-type": type }) =>
  readForm(new Request("http://localhost/", { method: "POST", headers, body }), ["email", "password"], 64);
const refusal = (body: string, headers?: Record<string, string>) =>
  read(body, headers).then(
    () => "taken",
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

describe("readForm", () => {
  it("reads only the requested fields of a browser form", async () => {
    expect(await read("email=a%2Bb%40c.d&password=+a+%C3%BC%3D%26&other=1&__proto__=x")).toEqual({
      email: "a+b@c.d",
      password: " a ü=&",
    });
    expect(await read("password=a=b", { "content-type": `${type}; charset=UTF-8` })).toEqual({
      email: "",
      password: "a=b",
    });
    expect(await read("")).toEqual({ email: "", password: "" });
  });

  it.each([
    ["a field twice", "email=a&email=b"],
    ["a field twice, spelt otherwise", "email=a&%65mail=b"],
    ["half an escape", "email=%4"],
    ["bytes that are no UTF-8", "email=%FF"],
    ["half of a surrogate pair", "email=%ED%A0%80"],
    ["NUL", "password=a%00b"],
    ["raw letters outside ASCII", "password=ü"],
    ["a line break", "password=a\nb"],
  ])("rejects %s", async (_, body) => expect(await refusal(body)).toBe("MALFORMED_REQUEST"));

  it("rejects other media types and large bodies", async () => {
    expect(await refusal("{}", { "content-type": "application/json" })).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await refusal("email=a", { "content-type": "text/plain" })).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await refusal("email=a", { "content-type": type, "content-encoding": "gzip" })).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
    expect(await refusal(`email=${"a".repeat(64)}`)).toBe("PAYLOAD_TOO_LARGE");
  });
});
