import { describe, expect, it } from "vitest";
import { listCountries } from "./countries.ts";
import {
  guessCountry,
  isPhoneNumber,
  joinPhoneNumber,
  listPhoneCountries,
  recognizePhoneNumber,
  splitPhoneNumber,
} from "./phone-number.ts";

describe("joinPhoneNumber", () => {
  it.each([
    ["DE", "030 1234567", "+49301234567"],
    ["DE", "30/123 45-67", "+49301234567"],
    ["GB", "020 7946 0000", "+442079460000"],
    ["GB", "(020) 7946 0000", "+442079460000"],
    ["GB", "０２０ ７９４６ ００００", "+442079460000"],
    ["IT", "06 698 12345", "+390669812345"],
    ["SM", "0549 882345", "+3780549882345"],
    ["CI", "07 01 23 45 67", "+2250701234567"],
    ["US", "1 (415) 555-0132", "+14155550132"],
    ["US", "415 555 0132", "+14155550132"],
    ["RU", "8 912 345-67-89", "+79123456789"],
    ["RU", "800 555 35 35", "+78005553535"],
    ["HU", "06 1 234 5678", "+3612345678"],
    ["BY", "8 029 123 45 67", "+375291234567"],
    ["ES", "912 345 678", "+34912345678"],
    // Typed whole, whatever country is chosen.
    ["DE", "+44 (0)20 7946-0000", "+442079460000"],
    ["DE", "0044 20 7946 0000", "+442079460000"],
    ["", "+800 1234 5678", "+80012345678"],
  ])("converts to E.164: %s %s", (country, typed, number) => {
    expect(joinPhoneNumber(country, typed)).toBe(number);
    expect(isPhoneNumber(number)).toBe(true);
  });

  it.each([
    ["GB", ""],
    ["GB", "020"],
    ["GB", "020 7946 000a"],
    ["GB", "4".repeat(16)],
    ["", "020 7946 0000"],
    ["DE", "+0442079460000"],
    ["DE", "+44"],
  ])("rejects: %s %s", (country, typed) => {
    expect(isPhoneNumber(joinPhoneNumber(country, typed))).toBe(false);
  });

  it("supports every inhabited country", () => {
    const supported = new Set(listPhoneCountries("en").map(({ value }) => value));
    const missing = listCountries("en").filter(({ value }) => !supported.has(value));
    expect(missing.map(({ label }) => label)).toEqual(["Bouvet Island", "U.S. Outlying Islands"]);
    expect(listPhoneCountries("de").find(({ value }) => value === "DE")?.label).toBe("Deutschland (+49)");
  });
});

describe("splitPhoneNumber", () => {
  it.each([
    ["+49 30 1234567", undefined, { country: "DE", number: "30 1234567" }],
    ["0049301234567", undefined, { country: "DE", number: "301234567" }],
    ["＋44 (0)20 7946 0000", "DE", { country: "GB", number: "20 7946 0000" }],
    ["+44 1481 123456", "GG", { country: "GG", number: "1481 123456" }],
    ["+1 416 555 0132", undefined, { country: "US", number: "416 555 0132" }],
    ["+1-416-555-0132", "CA", { country: "CA", number: "416-555-0132" }],
    ["+358 9 1234567", undefined, { country: "FI", number: "9 1234567" }],
    ["030 1234567", "DE", undefined],
    ["+800 1234 5678", "DE", undefined],
    ["", "DE", undefined],
  ])("splits: %s", (typed, near, parts) => {
    expect(splitPhoneNumber(typed, near)).toEqual(parts);
  });

  it("detects a pasted calling code, and not before enough digits were typed", () => {
    expect(recognizePhoneNumber("GB", "+49 30 1234567")).toEqual({ country: "DE", number: "30 1234567" });
    for (const typed of ["+", "+4", "+49", "+49 301"])
      expect(recognizePhoneNumber("GB", typed)).toEqual({ country: "GB", number: typed });
    expect(recognizePhoneNumber("GB", "+49 3012")).toEqual({ country: "DE", number: "3012" });
  });
});

describe("guessCountry", () => {
  it.each([
    [["de-AT", "en-US"], "AT"],
    [["de", "en-GB"], "GB"],
    [["pt"], "BR"],
    [["es-419"], ""],
    [["not a language", "fr-CH"], "CH"],
    [[], ""],
  ])("%j is %s", (languages, country) => {
    expect(guessCountry(languages)).toBe(country);
  });
});
