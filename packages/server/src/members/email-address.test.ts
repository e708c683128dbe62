import { describe, expect, it } from "vitest";
import { parseEmailAddress } from "./email-address.ts";

const keyOf = (text: string) => parseEmailAddress(text)?.key;

describe("parseEmailAddress", () => {
  it.each([
    ["ada@example.com", "ada@example.com"],
    ["  Ada@Example.COM ", "ada@example.com"],
    ["ada+news@example.com", "ada+news@example.com"],
    ["o'hara.jr@mail.example.co.uk", "o'hara.jr@mail.example.co.uk"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
    ["I@example.com", "i@example.com"],
    ["a@b.co", "a@b.co"],
  ])("parses %j to %j", (text, key) => {
    expect(keyOf(text)).toBe(key);
  });

  it("retains the local part as entered for sending emails", () => {
    expect(parseEmailAddress(" Ada.L@Example.COM")?.address).toBe("Ada.L@example.com");
  });

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@localhost",
    "ada@example",
    "ada@.example.com",
    "ada@example..com",
    "ada@example.com.",
    "ada@-example.com",
    "ada@example.com:25",
    "ada@exa%6dple.com",
    "ada@example.com/x",
    "ada@1.2.3.4",
    "ada@0x7f.1",
    "ada@[127.0.0.1]",
    ".ada@example.com",
    "ada.@example.com",
    "a..b@example.com",
    '"ada"@example.com',
    "ada l@example.com",
    "ada@@example.com",
    "ada@evil.example@example.com",
    "ada\t@example.com",
    "\u00a0ada@example.com",
    "ada@example.com\u00a0",
    "ada\u0000@example.com",
    "ada\r\nBcc: eve@example.com",
    "jürgen@example.com",
    "\u0130@example.com",
    "ada\u200b@example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(64)}.com`,
    `a@${"b.".repeat(130)}com`,
  ])("rejects %j", (text) => {
    expect(parseEmailAddress(text)).toBeUndefined();
  });

  it("accepts 64 characters before the at sign and 254 in total", () => {
    const local = "a".repeat(64);
    const maxAddress = `${local}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com`;
    expect(maxAddress).toHaveLength(254);
    expect(keyOf(maxAddress)).toBe(maxAddress);
    expect(keyOf(maxAddress.replace(".com", ".info"))).toBeUndefined();
  });
});
