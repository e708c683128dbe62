import { describe, expect, it } from "vitest";
import { toKey } from "./field-types.ts";
import { audiences, isAllowed } from "./permission-levels.ts";

describe("toKey", () => {
  it("writes names of every script with letters and digits, and avoids keys in use", () => {
    expect(toKey("Start date", [])).toBe("StartDate");
    expect(toKey("Größe in cm", [])).toBe("GrosseInCm");
    expect(toKey("名前", [])).toBe("field");
    expect(toKey("2nd name", [])).toBe("field2ndName");
    expect(toKey("Title", ["title", "Title2"])).toBe("Title3");
    expect(toKey("x".repeat(500), []).length).toBeLessThanOrEqual(64);
  });
});

describe("isAllowed", () => {
  it("lets each member add items if authors may, as the server does", () => {
    const level = "SITE_MEMBER_AUTHOR";
    const levels = { itemRead: level, itemInsert: level, itemUpdate: level, itemRemove: level } as const;
    const allowed = (operation: keyof typeof levels) =>
      audiences.filter((audience) => isAllowed(levels, audience, operation)).map(({ id }) => id);
    expect(allowed("itemInsert")).toEqual(["member", "author", "editor"]);
    expect(allowed("itemUpdate")).toEqual(["author", "editor"]);
  });

  it("requires the right to read for changes, as the server does", () => {
    const levels = {
      itemRead: "CMS_EDITOR",
      itemInsert: "ANYONE",
      itemUpdate: "SITE_MEMBER_AUTHOR",
      itemRemove: "PRIVILEGED",
    } as const;
    const allowed = audiences.map((audience) => [
      isAllowed(levels, audience, "itemInsert"),
      isAllowed(levels, audience, "itemUpdate"),
      isAllowed(levels, audience, "itemRemove"),
    ]);
    expect(allowed).toEqual([
      [true, false, false],
      [true, false, false],
      [true, false, false],
      [true, true, false],
    ]);
  });
});
