import { expect, it } from "vitest";
import { createCallers } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);

it.each([
  [{ numberRange: { gte: 5, lte: 1 } }, "numberRange"],
  [{ numberRange: { min: 5, lte: 1 } }, "numberRange"],
  [{ numberRange: { gte: "5" } }, "numberRange.gte"],
  [{ stringLengthRange: { minLength: 2, maxLength: 1 } }, "stringLengthRange"],
  [{ stringLengthRange: { minLength: -1 } }, "stringLengthRange.minLength"],
  [{ arraySizeRange: { minSize: 2, maxSize: 1 } }, "arraySizeRange"],
  [{ arraySizeRange: { maxSize: 1.5 } }, "arraySizeRange.maxSize"],
  [{ numberRange: { gte: -5, lte: -5 }, stringLengthRange: { minLength: 0 }, arraySizeRange: {} }, undefined],
])("a field with %j is rejected at %s", async (range, position) => {
  const collection = { id: `C${crypto.randomUUID().slice(0, 8)}`, fields: [{ key: "f", ...range }] };
  const { status, body } = await callers.call("owner", "/wix-data/v2/collections", { collection });
  const field = body.details?.validationError?.fieldViolations[0].field;
  expect([status, field]).toEqual(position ? [400, `collection.fields.0.${position}`] : [200, undefined]);
});
