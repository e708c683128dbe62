import { vi } from "vitest";
import { siteAppId } from "../../src/auth/apps/site-app.ts";
import type { StaffRole } from "../../src/platform/context/caller.ts";
import { inviteStaff } from "../../src/staff/manage-staff.ts";
import { createSetupLink } from "../../src/staff/setup-link.ts";
import { createSignInSteps, goodPassword, type SignInSteps } from "../auth/sign-in-steps.ts";
import type { TestServer } from "../test-server.ts";

const owner = { kind: "owner" } as const;

/** The sign-in endpoints of staff accounts, as a test server of their own. */
export function staffServerOf(server: TestServer): TestServer {
  const { staffSite } = server.context;
  const clientId = siteAppId(staffSite.site.id);
  const call: TestServer["call"] = (method, path, options) =>
    server.call(method, /^https?:|^\/dev\//.test(path) ? path : `/admin/api${path}`, options);
  return {
    ...server,
    clientId,
    origin: new URL(server.context.config.publicUrl).origin,
    call,
    visitorToken: async () =>
      (await call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } })).body.access_token,
  };
}

/** Creates staff accounts and signs them in. */
export interface TestStaff {
  steps: SignInSteps;
  /** The first account. */
  ownerToken: string;
  /** Invites a person, who sets a password with the emailed link. @returns Their access token. */
  add(email: string, role: StaffRole): Promise<string>;
}

export async function createTestStaff(server: TestServer): Promise<TestStaff> {
  const staff = staffServerOf(server);
  const steps = await createSignInSteps(staff);
  const visitor = await staff.visitorToken();
  const link = await createSetupLink(server.context, owner);
  const setup = await staff.call("POST", "/_api/porchlight/v1/staff/setup", {
    token: visitor,
    body: { token: new URL(link!).hash.slice(1), email: "owner@example.com", password: goodPassword },
  });
  return {
    steps,
    ownerToken: (await steps.memberTokens(setup.body.sessionToken)).access_token,
    async add(email, role) {
      await inviteStaff(server.context, { caller: owner }, { body: { email, role } });
      const { text } = await findMail(server, email);
      const token = /reset-password#token=([\w-]+)/.exec(text)?.[1];
      const recovered = await staff.call("POST", "/_api/iam/recovery/v1/recover", {
        token: visitor,
        body: { recoveryToken: token, password: goodPassword },
      });
      return (await steps.memberTokens(recovered.body.sessionToken)).access_token;
    },
  };
}

async function findMail(server: TestServer, to: string): Promise<{ text: string }> {
  const read = async () => (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(to)}`)).body[0];
  return vi.waitUntil(read, { interval: 20, timeout: 10_000 });
}
