import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";

const server = await createTestServer({ rateLimits: false });
const steps = await createSignInSteps(server);
const email = "ada@example.com";
const { id } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);

const values: unknown[] = [
  null,
  true,
  -1,
  1e308,
  "",
  "\u202e\u200b",
  "\u0000",
  "\ud800",
  "x".repeat(20_000),
  "' or 1=1 --",
  [],
  [[]],
  {},
  { length: { valueOf: 1 } },
];
const address = {
  country: "GB",
  city: "London",
  subdivision: "England",
  postalCode: "SW1Y 4JH",
  addressLine: "12 St James's Square",
  addressLine2: "Flat 2",
  geocode: { latitude: 1, longitude: 2 },
  streetAddress: { number: "12", name: "St James's Square", apt: "2" },
};
const field = { name: "n", value: { strValue: "x", numValue: 1, dateValue: "2026-03-27T00:00:00Z", boolValue: true } };

/** Valid requests. */
const requests: [method: string, path: string, body: object][] = [
  [
    "PATCH",
    "/_api/porchlight/v1/members/my/details",
    {
      details: {
        phones: [{ tag: "MAIN", phone: "+44 20 7946 0000" }],
        addresses: [{ tag: "HOME", address }],
        customFields: [field],
        privacyStatus: "PUBLIC",
      },
    },
  ],
  [
    "PATCH",
    `/members/v1/members/${id}`,
    {
      member: {
        profile: { nickname: "Countess" },
        contact: {
          firstName: "Ada",
          lastName: "L",
          phones: ["12345"],
          addresses: [address],
          customFields: { k: field },
        },
        privacyStatus: "PRIVATE",
      },
    },
  ],
  ["PUT", "/_api/porchlight/v1/members/my/photo", { photo: greyPng(4, 4).toString("base64") }],
  ["POST", "/_api/porchlight/v1/auth/email-change", { email: "new@example.com" }],
  ["POST", "/_api/porchlight/v1/auth/email-change/confirm", { code: "123456" }],
];

/** A value with one part, at any depth, replaced by each of {@link values}, or left out. */
function* spoiled(value: unknown, replace: (next: unknown) => unknown): Generator<unknown> {
  for (const next of values) yield replace(next);
  if (Array.isArray(value)) yield* spoiled(value[0], (next) => replace([next]));
  else if (typeof value === "object" && value !== null) {
    for (const [key, stored] of Object.entries(value)) {
      const { [key]: _, ...others } = value as Record<string, unknown>;
      yield replace(others);
      yield* spoiled(stored, (next) => replace({ ...others, [key]: next }));
    }
  }
}

describe.each(requests)("%s %s", (method, path, valid) => {
  it("returns a validation error for an invalid value anywhere, never a server error", async () => {
    for (const body of spoiled(valid, (next) => next)) {
      const { status, body: response } = await server.call(method, path, { token, body });
      const returned = `${JSON.stringify(body).slice(0, 300)} → ${JSON.stringify(response).slice(0, 300)}`;
      expect(status, returned).toBeLessThan(500);
      if (status === 200) continue;
      expect(response.message, returned).toEqual(expect.any(String));
      for (const violation of response.details?.validationError?.fieldViolations ?? [])
        expect(violation, returned).toMatchObject({ field: expect.any(String), data: expect.any(Object) });
    }
  });

  it("stores only values that can be read back", async () => {
    await server.call(method, path, { token, body: valid });
    for (const existing of ["/_api/porchlight/v1/members/my/details", "/members/v1/members/my?fieldsets=FULL"])
      expect((await server.call("GET", existing, { token })).status).toBe(200);
  });
});

describe("an id in a path", () => {
  it.each(["x", "1", "%00", "..%2f", "my'", "%F0%9F%92%A9", "x".repeat(500)])(
    "is rejected if it is %s",
    async (bad) => {
      for (const [method, rest] of [
        ["GET", ""],
        ["DELETE", ""],
        ["DELETE", "/phones"],
        ["POST", "/block"],
        ["POST", "/disconnect"],
      ] as const) {
        const response = await server.call(method, `/members/v1/members/${bad}${rest}`, {
          token,
          ...(method === "POST" ? { body: {} } : {}),
        });
        expect([400, 404]).toContain(response.status);
      }
    },
  );
});
