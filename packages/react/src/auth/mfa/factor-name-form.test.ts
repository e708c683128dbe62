import { describe, expect, it } from "vitest";
import { validateDeviceName } from "./factor-name-form.tsx";

describe("validateDeviceName", () => {
  it("requires a name of limited length", () => {
    expect(validateDeviceName("Phone")).toBeUndefined();
    expect(validateDeviceName("  ")?.key).toBe("security.PUSH.deviceMissing");
    expect(validateDeviceName("é".repeat(101))?.key).toBe("auth.check.nameLong");
  });
});
