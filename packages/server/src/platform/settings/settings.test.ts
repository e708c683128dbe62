import { enrollableFactorTypes } from "@porchlight/contract/auth/mfa/factor";
import { describe, expect, it } from "vitest";
import { initialSettings, parseSetting, parseSettingName, SettingError } from "./settings.ts";

describe("every setting", () => {
  it.each(Object.keys(initialSettings).map(parseSettingName))(
    "%s is named in the message for an invalid value",
    (name) => {
      expect(() => parseSetting(name, "\n")).toThrow(new RegExp(`^"${name}" (must|has) .*\\.$`, "s"));
    },
  );
});

describe("secondStepFactors", () => {
  it.each([
    ["TOTP", ["TOTP"]],
    ["sms, totp", ["TOTP", "SMS"]],
    ["EMAIL,EMAIL", ["EMAIL"]],
  ])("parses %j in the built-in order", (text, value) => {
    expect(parseSetting("secondStepFactors", text)).toEqual(value);
  });

  it.each(["", "none", "TOTP SMS", "TOTP,", "PASSWORD"])("rejects %j and lists the allowed values", (text) => {
    expect(() => parseSetting("secondStepFactors", text)).toThrow(SettingError);
    expect(() => parseSetting("secondStepFactors", text)).toThrow(enrollableFactorTypes.join(", "));
  });
});

describe("memberFields", () => {
  it.each([
    ["Company:text", ["Company:text"]],
    [" Shoe size : Number ,Born:DATE", ["Shoe size:number", "Born:date"]],
    ["Ratio 1:2:number", ["Ratio 1:2:number"]],
    ["off", []],
  ])("parses %j", (text, value) => {
    expect(parseSetting("memberFields", text)).toEqual(value);
  });

  it.each([
    ["", "a list of names"],
    ["Company", "a list of names"],
    ["Company:", "a list of names"],
    [":text", "a list of names"],
    ["Company:text,", "a list of names"],
    ["Company:boolean", "text, number, date, url or social"],
    ["Com\u0000pany:text", "a list of names"],
    [`${"a".repeat(101)}:text`, "up to 100 characters"],
    ["A:text,A:date", "contains a field twice"],
    ["__proto__:text", "must not contain a field with the name __proto__"],
    ["A:text,constructor:date", "must not contain a field with the name __proto__"],
    [Array.from({ length: 51 }, (_, n) => `${n}:text`).join(), "at most 50 fields"],
  ])("rejects %j", (text, message) => {
    expect(() => parseSetting("memberFields", text)).toThrow(SettingError);
    expect(() => parseSetting("memberFields", text)).toThrow(message);
  });
});

describe("siteName", () => {
  it("must be visible and on one line", () => {
    expect(parseSetting("siteName", " Ada’s Reading Room 👩‍💻 ")).toBe("Ada’s Reading Room 👩‍💻");
    expect(parseSetting("siteName", "off")).toBe("");
    for (const text of ["", " ", "\u200b", "\u202e\u2066", "a\nb", "x".repeat(101)])
      expect(() => parseSetting("siteName", text)).toThrow("1 to 100 characters on one line");
  });
});

describe("timeZone", () => {
  it("must be the name of a zone", () => {
    for (const text of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"])
      expect(parseSetting("timeZone", text)).toBe(text);
    for (const text of ["", "off", "+05:00", "Nowhere/City", "FOO3BAR", "Europe/Berlin;"])
      expect(() => parseSetting("timeZone", text)).toThrow("such as Europe/Paris or UTC");
  });
});

describe("navigation", () => {
  it.each([
    ["Tools:/collections/Tools", ["Tools:/collections/Tools"]],
    [" A: B :/x?y=1#z , Über uns:/", ["A: B:/x?y=1#z", "Über uns:/"]],
    ["Shop:https://shop.example/a?b=1", ["Shop:https://shop.example/a?b=1"]],
    ["off", []],
  ])("parses %j", (text, value) => {
    expect(parseSetting("navigation", text)).toEqual(value);
  });

  it.each([
    "",
    "Tools",
    ":/collections/Tools",
    "Tools:collections",
    "Tools:http://example.com",
    "Tools:https://",
    "Tools:javascript:alert(1)",
    "Tools://example.com",
    "Tools:/\\example.com",
    "Tools:/a b",
    "A:/a,",
    `${"a".repeat(41)}:/a`,
    Array.from({ length: 13 }, (_, n) => `${n}:/${n}`).join(),
  ])("rejects %j", (text) => {
    expect(() => parseSetting("navigation", text)).toThrow(SettingError);
  });
});
