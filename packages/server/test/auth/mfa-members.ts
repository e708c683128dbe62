import { expect } from "vitest";
import { createMember } from "../../src/members/administration/create-member.ts";
import type { TestResponse, TestServer } from "../test-server.ts";
import { openAuthenticatorApp } from "./authenticator-app.ts";
import { createSignInSteps, goodPassword, type SignInSteps } from "./sign-in-steps.ts";

export const factorsPath = "/_api/porchlight/v1/auth/factors";
export const minute = 60_000;

export const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
export const dataOf = ({ body }: TestResponse) => body.details?.applicationError?.data;

/** A message of the development inbox. */
export interface Received {
  to: string;
  channel: string;
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
  push?: { token: string; numbers: string[] };
}

/** Members with MFA factors. Sign-ins use one visitor's token until `advance` is called. */
export async function createTestMembers(server: TestServer) {
  let steps = await createSignInSteps(server);
  let visitor = await server.visitorToken();
  let members = 0;

  const post = (path: string, body: object, token = visitor) => server.call("POST", path, { token, body });
  const received = async (to: string): Promise<Received[]> =>
    (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(to)}`)).body;

  const all = {
    get steps(): SignInSteps {
      return steps;
    },
    get visitor(): string {
      return visitor;
    },
    post,
    received,
    /** Waits for `count` matching messages to a recipient. */
    async waitFor(
      to: string,
      count: number,
      matches: (message: Received) => boolean = () => true,
    ): Promise<Received[]> {
      const found = async () => (await received(to)).filter(matches);
      await expect.poll(async () => (await found()).length, { interval: 10, timeout: 5_000 }).toBe(count);
      return found();
    },
    async advance(milliseconds: number): Promise<void> {
      server.advance(milliseconds);
      visitor = await server.visitorToken();
      steps = await createSignInSteps(server);
    },
    async newMember(profile?: { language?: string }) {
      const email = `second-${++members}@example.com`;
      const { id } = await createMember(
        server.context,
        { kind: "owner" },
        { email, password: goodPassword, ...(profile && { profile }) },
      );
      const signIn = async () =>
        (await steps.memberTokens((await steps.login(email)).body.sessionToken)).access_token as string;
      return { email, id, signIn };
    },
    /** A member with an unfinished enrollment of an authenticator app. */
    async beginApp() {
      const { email, id, signIn } = await all.newMember();
      const token = await signIn();
      const added = await post(factorsPath, { type: "TOTP", name: "Phone" }, token);
      const app = openAuthenticatorApp(added.body.totp.secret);
      const code = () => app.codeAt(server.context.now());
      const factorId: string = added.body.factor.id;
      return { email, id, token, app, code, factorId };
    },
    /** A member with an authenticator app. */
    async newMemberWithApp() {
      const started = await all.beginApp();
      const { token, code, factorId } = started;
      const activated = await post(`${factorsPath}/${factorId}/activate`, { code: code() }, token);
      expect(activated.status).toBe(200);
      await all.advance(minute);
      return { ...started, recoveryCodes: activated.body.recoveryCodes as string[] };
    },
    /** Signs in with the password. @returns The state token that MFA requires. */
    async start(email: string, clientMetaData?: object): Promise<string> {
      const body = { loginId: { email }, password: goodPassword, ...(clientMetaData && { clientMetaData }) };
      const login = await post("/_api/iam/authentication/v2/login", body);
      expect(login.body.state).toBe("REQUIRE_MFA");
      return login.body.stateToken;
    },
    verify: (stateToken: string, body: object, type: string) =>
      post(`/_api/iam/authentication/v2/${type}/verify`, { stateToken, ...body }),
  };
  return all;
}

/** As of {@link createTestMembers}. */
export type TestMembers = Awaited<ReturnType<typeof createTestMembers>>;
