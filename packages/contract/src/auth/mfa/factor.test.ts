import { expect, it } from "vitest";
import { challengeFactorTypes, enrollableFactorTypes, factorTypes, secondFactorTypes } from "./factor.ts";

it("offers every factor except the password for enrollment and as a second factor", () => {
  const types = new Set<string>(enrollableFactorTypes);
  expect(new Set<string>(factorTypes)).toEqual(new Set([...types, "PASSWORD"]));
  expect(new Set<string>(secondFactorTypes)).toEqual(new Set([...types, "RECOVERY_CODE"]));
  expect(challengeFactorTypes.filter((type) => !types.has(type))).toEqual([]);
});
