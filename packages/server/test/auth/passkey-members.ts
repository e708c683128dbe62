import { expect } from "vitest";
import { createMember } from "../../src/members/administration/create-member.ts";
import type { TestResponse, TestServer } from "../test-server.ts";
import { createSignInSteps, goodPassword, type SignInSteps } from "./sign-in-steps.ts";
import { createTestPasskey, type PasskeyBehavior, type TestPasskey } from "./test-passkey.ts";

export const factorsPath = "/_api/porchlight/v1/auth/factors";

export const codeOf = ({ body }: TestResponse): string | undefined => body.details?.applicationError?.code;

/** A signed-in member. */
export interface PasskeyMember {
  id: string;
  email: string;
  token: string;
}

export interface PasskeyFixture {
  newMember(): Promise<PasskeyMember>;
  /** @returns The factor's ID and the options for the browser. */
  startEnrollment(
    member: PasskeyMember,
    name?: string,
  ): Promise<{ factorId: string; challengeId: string; options: string }>;
  activate(member: PasskeyMember, factorId: string, webauthnData: object): Promise<TestResponse>;
  /** Enrolls a passkey. */
  add(member: PasskeyMember, passkey?: TestPasskey): Promise<{ passkey: TestPasskey; factorId: string }>;
  /** Signs in with the password. @returns The state token that MFA requires. */
  startMfa(member: PasskeyMember): Promise<string>;
  verify(stateToken: string, webauthnData?: object, token?: string): Promise<TestResponse>;
  /** Requests the challenge of the second factor. */
  requestChallenge(stateToken: string): Promise<{ challengeId: string; options: string }>;
  /** Completes MFA with a passkey. */
  completeMfa(stateToken: string, passkey: TestPasskey, how?: PasskeyBehavior): Promise<TestResponse>;
  startSignIn(token?: string): Promise<{ challengeId: string; options: string }>;
  finishSignIn(challengeId: string, credential: string, token?: string): Promise<TestResponse>;
  /** Signs in with only the passkey. */
  signIn(passkey: TestPasskey, how?: PasskeyBehavior): Promise<TestResponse>;
  steps(): SignInSteps;
  visitor(): string;
  advance(milliseconds: number): Promise<void>;
}

export async function createPasskeyFixture(server: TestServer): Promise<PasskeyFixture> {
  let steps = await createSignInSteps(server);
  let visitor = await server.visitorToken();
  let members = 0;
  const fixture: PasskeyFixture = {
    steps: () => steps,
    visitor: () => visitor,
    async advance(milliseconds) {
      server.advance(milliseconds);
      visitor = await server.visitorToken();
      steps = await createSignInSteps(server);
    },
    async newMember() {
      const email = `passkey-${++members}@example.com`;
      const { id } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
      const { sessionToken } = (await steps.login(email)).body;
      const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
      return { id, email, token: (await steps.memberTokens(sessionToken, agent)).access_token };
    },
    async startEnrollment({ token }, name) {
      const { body, status } = await server.call("POST", factorsPath, { token, body: { type: "WEBAUTHN", name } });
      expect(status).toBe(200);
      const { challengeId, publicKeyCredentialCreationOptionsJson: options } = body.webauthn;
      return { factorId: body.factor.id, challengeId, options };
    },
    activate: ({ token }, factorId, webauthnData) =>
      server.call("POST", `${factorsPath}/${factorId}/activate`, { token, body: { webauthnData } }),
    async add(member, passkey = createTestPasskey(server.origin)) {
      const { factorId, challengeId, options } = await fixture.startEnrollment(member);
      const response = await fixture.activate(member, factorId, { challengeId, credential: passkey.make(options) });
      expect(response.status).toBe(200);
      return { passkey, factorId };
    },
    async startMfa({ email }) {
      const { body } = await steps.login(email);
      expect(body.state).toBe("REQUIRE_MFA");
      return body.stateToken;
    },
    verify: (stateToken, webauthnData, token = visitor) =>
      server.call("POST", "/_api/iam/authentication/v2/WEBAUTHN/verify", {
        token,
        body: { factorType: "WEBAUTHN", stateToken, webauthnData: webauthnData ?? {} },
      }),
    async requestChallenge(stateToken) {
      const { body } = await fixture.verify(stateToken);
      expect(body.state).toBe("MFA_CHALLENGE");
      const { challengeId, publicKeyCredentialRequestOptionsJson: options } = body.mfaChallengeData.webauthn;
      return { challengeId, options };
    },
    async completeMfa(stateToken, passkey, how) {
      const { challengeId, options } = await fixture.requestChallenge(stateToken);
      return fixture.verify(stateToken, { challengeId, credential: passkey.use(options, how) });
    },
    async startSignIn(token = visitor) {
      const { body, status } = await server.call("POST", "/_api/porchlight/v1/auth/passkey/options", {
        token,
        body: {},
      });
      expect(status).toBe(200);
      const { challengeId, publicKeyCredentialRequestOptionsJson: options } = body.webauthn;
      return { challengeId, options };
    },
    finishSignIn: (challengeId, credential, token = visitor) =>
      server.call("POST", "/_api/porchlight/v1/auth/passkey/sign-in", {
        token,
        body: { webauthnData: { challengeId, credential } },
      }),
    async signIn(passkey, how) {
      const { challengeId, options } = await fixture.startSignIn();
      return fixture.finishSignIn(challengeId, passkey.use(options, how));
    },
  };
  return fixture;
}
