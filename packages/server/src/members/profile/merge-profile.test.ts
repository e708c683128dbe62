import { describe, expect, it } from "vitest";
import { mergeProfile } from "./merge-profile.ts";

describe("mergeProfile", () => {
  it("retains present values and adds absent ones", () => {
    const current = { firstName: "Ada", lastName: "", language: null, privacyStatus: "PRIVATE" as const };
    const other = { firstName: "Eve", lastName: "King", language: "de", privacyStatus: "PUBLIC" as const };
    expect(mergeProfile(current, other)).toEqual({
      firstName: "Ada",
      lastName: "King",
      language: "de",
      privacyStatus: "PRIVATE",
    });
    expect(mergeProfile(current, {})).toEqual(current);
  });

  it("adds missing entries to lists", () => {
    const merged = mergeProfile(
      {
        phones: [{ tag: "MAIN", phone: "+44 20 7946 0000" }],
        addresses: [{ tag: "HOME", address: { city: "London", country: "GB" } }],
        customFields: [{ name: "Size", value: { numValue: 42 } }],
      },
      {
        phones: [{ phone: "+442079460000" }, { phone: "12345" }],
        emails: [{ email: "Second@example.com" }, { email: "second@example.com" }],
        addresses: [{ tag: "WORK", address: { country: "GB", city: "London" } }, { address: { city: "Paris" } }],
        customFields: [
          { name: "Size", value: { numValue: 43 } },
          { name: "Colour", value: { strValue: "blue" } },
        ],
      },
    );
    expect(merged).toEqual({
      phones: [{ tag: "MAIN", phone: "+44 20 7946 0000" }, { phone: "12345" }],
      emails: [{ email: "Second@example.com" }],
      addresses: [{ tag: "HOME", address: { city: "London", country: "GB" } }, { address: { city: "Paris" } }],
      customFields: [
        { name: "Size", value: { numValue: 42 } },
        { name: "Colour", value: { strValue: "blue" } },
      ],
    });
  });

  it("limits lists to the maximum of the contract", () => {
    const phones = (from: number) => Array.from({ length: 50 }, (_, n) => ({ phone: String(10_000 + from + n) }));
    expect(mergeProfile({ phones: phones(0) }, { phones: phones(100) }).phones).toEqual(phones(0));
  });
});
