import { describe, expect, it } from "vitest";
import { checkDeviceName } from "./step-name.ts";

describe("the name of a device", () => {
  it("is there, and not too long", () => {
    expect(checkDeviceName("Phone")).toBeUndefined();
    expect(checkDeviceName("  ")?.key).toBe("security.PUSH.deviceMissing");
    expect(checkDeviceName("é".repeat(101))?.key).toBe("auth.check.nameLong");
  });
});
