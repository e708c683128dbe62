import { expect, it } from "vitest";
import { initials } from "./avatar.tsx";

it.each([
  ["Ada King Lovelace", "AL"],
  ["ada", "A"],
  ["ada.lovelace@example.com", "AL"],
  ["m1@example.com", "M"],
  ["😀 party", "😀P"],
  ["", ""],
])("the initials of %s are %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
