import { describe, expect, it } from "vitest";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import { staffServerOf } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createSetupLink } from "./setup-link.ts";

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const owner = { kind: "owner" } as const;
const staffServer = staffServerOf(server);
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const setUp = async (token: string, more: object = {}) =>
  staffServer.call("POST", "/_api/porchlight/v1/staff/setup", {
    token: await staffServer.visitorToken(),
    body: { token, email: "ada@example.com", password: goodPassword, ...more },
  });
const tokenOf = (link: string | undefined) => new URL(link!).hash.slice(1);

describe("a setup link", () => {
  it("is revoked by the next one, and survives invalid input", async () => {
    const first = tokenOf(await createSetupLink(context, owner));
    const second = tokenOf(await createSetupLink(context, owner));
    expect(codeOf(await setUp(first))).toBe("SETUP_LINK_INVALID");
    expect(codeOf(await setUp("made up"))).toBe("SETUP_LINK_INVALID");
    for (const more of [{ email: "ada" }, { password: "short" }, { password: "" }])
      expect((await setUp(second, more)).body.details.validationError.fieldViolations).toHaveLength(1);
    expect((await setUp(second, { email: 1 })).status).toBe(400);
  });

  it("expires after a day", async () => {
    const token = tokenOf(await createSetupLink(context, owner));
    server.advance(24 * 3_600_000 + 1);
    expect(codeOf(await setUp(token))).toBe("SETUP_LINK_INVALID");
  });

  it("creates exactly one owner, concurrently too, and none after that", async () => {
    const token = tokenOf(await createSetupLink(context, owner));
    const responses = await Promise.all([1, 2, 3, 4, 5].map((n) => setUp(token, { email: `owner-${n}@example.com` })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);
    expect(await createSetupLink(context, owner)).toBeUndefined();
  });
});
