import { describe, expect, it } from "vitest";
import { isAllowed, readInstalledPackages } from "./check-licenses.ts";
import { root } from "./run-step.ts";

describe("isAllowed", () => {
  it.each([
    ["MIT", false, true],
    ["(MIT OR GPL-3.0-only)", false, true],
    ["MIT AND ISC", false, true],
    ["MIT AND GPL-3.0-only", false, false],
    ["GPL-3.0-only", true, false],
    ["MPL-2.0", true, true],
    ["MPL-2.0", false, false],
    ["SEE LICENSE IN LICENSE", false, false],
    ["", false, false],
  ])("of the license %j, for development %j, is %j", (license, dev, expected) => {
    expect(isAllowed({ name: "example", license, dev })).toBe(expected);
  });

  it("allows LGPL only for libvips", () => {
    const license = "LGPL-3.0-or-later";
    expect(isAllowed({ name: "@img/sharp-libvips-linux-x64", license, dev: false })).toBe(true);
    expect(isAllowed({ name: "other", license, dev: false })).toBe(false);
  });
});

describe("readInstalledPackages", () => {
  it("finds distributed packages and tools", () => {
    const packages = readInstalledPackages(root);
    expect(packages.find(({ name }) => name === "hono")).toEqual({ name: "hono", license: "MIT", dev: false });
    expect(packages.find(({ name }) => name === "vitest")?.dev).toBe(true);
    expect(packages.some(({ name }) => name.startsWith("@porchlight/"))).toBe(false);
  });
});
