import { expect } from "vitest";
import type { TestMembers } from "../auth/mfa-members.ts";
import { factorsPath, minute } from "../auth/mfa-members.ts";
import type { PasskeyFixture } from "../auth/passkey-members.ts";
import { goodPassword } from "../auth/sign-in-steps.ts";
import { createTestPasskey } from "../auth/test-passkey.ts";
import type { TestServer } from "../test-server.ts";
import { isOk, isSuccess, type Race, type RaceRequest } from "./race.ts";

const newPassword = "a lamp in every window";
const verifyPath = (type: string) => `/_api/iam/authentication/v2/${type}/verify`;
const answerPath = "/_api/porchlight/v1/auth/push-answers";

const emailOf = (name: string) => `${name}@example.com`;

interface SignInRaces {
  server: TestServer;
  members: TestMembers;
  passkeys: PasskeyFixture;
  /** An API key of role `admin`. */
  key: string;
  /** Number of concurrent requests. */
  attempts: number;
}

/** Everything about signing in that can be used only once. */
export function createSignInRaces({ server, members, passkeys, key, attempts }: SignInRaces): Record<string, Race> {
  const oneEach = async <Value>(make: () => Promise<Value>) => {
    const created: Value[] = [];
    for (let count = 0; count < attempts; count++) created.push(await make());
    return created;
  };

  const verification = (type: string, body: object): RaceRequest => ({
    path: verifyPath(type),
    token: members.visitor,
    body,
  });

  let phones = 0;
  /** A member with a phone or a device that receives messages at `to`. */
  async function newMemberWith(type: "SMS" | "PUSH") {
    const { email, signIn } = await members.newMember();
    const token = await signIn();
    const phoneNumber = `+44207946${String(++phones).padStart(4, "0")}`;
    const to = type === "SMS" ? phoneNumber : email;
    const isSent = ({ channel }: { channel: string }) => channel === type.toLowerCase();
    const sent = async (count: number) => (await members.waitFor(to, count, isSent)).at(-1)!;
    const added = await members.post(factorsPath, { type, name: "Phone", phoneNumber }, token);
    const { code, push } = await sent(1);
    if (push) await members.post(answerPath, { pushToken: push.token, approved: true, number: added.body.pushNumber });
    const activated = await members.post(
      `${factorsPath}/${added.body.factor.id}/activate`,
      code === undefined ? {} : { code },
      token,
    );
    expect(activated.body.factor.status).toBe("ENABLED");
    await members.advance(5 * minute);
    return { email, sent };
  }

  /** An open push challenge. */
  async function startPushChallenge() {
    const { email, sent } = await newMemberWith("PUSH");
    const stateToken = await members.start(email);
    const requested = await members.verify(stateToken, { pushData: {} }, "PUSH");
    const { push } = await sent(2);
    const number: string = requested.body.additionalData.pushNumber.strValue;
    return { stateToken, approval: { pushToken: push!.token, approved: true, number } };
  }

  async function emailedLink(email: string): Promise<string> {
    const [mail] = await members.waitFor(email, 1, ({ link }) => link !== undefined);
    return /token=([\w-]+)/.exec(mail!.link!)![1]!;
  }

  const sessionTokenOf = async (email: string): Promise<string> => (await members.steps.login(email)).body.sessionToken;
  const fullUrlFor = async (sessionToken: string): Promise<string> =>
    (await members.steps.redirectSession({ sessionToken })).body.redirectSession.fullUrl;

  return {
    "a registration of one email": {
      prepare: async (name) => ({
        path: "/_api/iam/authentication/v2/register",
        token: members.visitor,
        body: { loginId: { email: emailOf(name) }, password: goodPassword },
      }),
      hasWon: isOk,
      refusals: ["-19995"],
    },
    "a code that verifies an email": {
      async prepare(name) {
        const email = emailOf(name);
        const { stateToken } = (await members.steps.register(email)).body;
        const [code] = await members.steps.codes(email);
        return { path: "/_api/iam/verification/v1/auth/verify", token: members.visitor, body: { stateToken, code } };
      },
      hasWon: isSuccess,
      refusals: ["STATE_TOKEN_INVALID"],
    },
    "a recovery token": {
      async prepare() {
        const { email } = await members.newMember();
        await members.post("/_api/iam/recovery/v1/send-email", { email });
        const recoveryToken = await emailedLink(email);
        return {
          path: "/_api/iam/recovery/v1/recover",
          token: members.visitor,
          body: { recoveryToken, password: newPassword },
        };
      },
      hasWon: isOk,
      refusals: ["RECOVERY_TOKEN_INVALID"],
    },
    "a session token, in redirect sessions": {
      async prepare() {
        const { email } = await members.newMember();
        const sessionToken = await sessionTokenOf(email);
        return oneEach(async () => ({ method: "GET", path: await fullUrlFor(sessionToken) }));
      },
      hasWon: ({ body }) => /"code":/.test(body),
      refusals: ["login_required"],
    },
    "a session token, with an API key": {
      async prepare() {
        const { email, id } = await members.newMember();
        const session_token = await sessionTokenOf(email);
        return {
          path: "/oauth2/token",
          token: `${members.visitor},${key}`,
          body: { grant_type: "authorized_client", scope: "offline_access", member_id: id, session_token },
        };
      },
      hasWon: isOk,
      refusals: ["invalid_grant"],
    },
    "a redirect session": {
      async prepare() {
        const { email } = await members.newMember();
        return { method: "GET", path: await fullUrlFor(await sessionTokenOf(email)) };
      },
      hasWon: isOk,
      refusals: ["status 400"],
    },
    "an authorization code": {
      async prepare() {
        const { email } = await members.newMember();
        const session = await members.steps.redirectSession({ sessionToken: await sessionTokenOf(email) });
        const { code } = await members.steps.posted(session.body.redirectSession.fullUrl);
        const { codeVerifier } = session;
        const grant = { grantType: "authorization_code", clientId: server.clientId, code, codeVerifier };
        return { path: "/oauth2/token", body: grant };
      },
      hasWon: isOk,
      refusals: ["invalid_grant"],
    },
    "a code of an authenticator app, in one sign-in": {
      async prepare() {
        const { email, code } = await members.newMemberWithApp();
        return verification("TOTP", { stateToken: await members.start(email), totpData: { code: code() } });
      },
      hasWon: isSuccess,
      refusals: ["STATE_TOKEN_INVALID", "INVALID_CODE"],
    },
    "a code of an authenticator app, in several sign-ins": {
      async prepare() {
        const { email, code } = await members.newMemberWithApp();
        const stateTokens = await oneEach(() => members.start(email));
        return stateTokens.map((stateToken) => verification("TOTP", { stateToken, totpData: { code: code() } }));
      },
      hasWon: isSuccess,
      refusals: ["INVALID_CODE"],
    },
    "the first code of an authenticator app": {
      async prepare() {
        const { token, factorId, code } = await members.beginApp();
        return { path: `${factorsPath}/${factorId}/activate`, token, body: { code: code() } };
      },
      hasWon: ({ body }) => body.recoveryCodes !== undefined,
      refusals: ["FACTOR_NOT_FOUND"],
    },
    "a recovery code, in several sign-ins": {
      async prepare() {
        const { email, recoveryCodes } = await members.newMemberWithApp();
        const stateTokens = await oneEach(() => members.start(email));
        return stateTokens.map((stateToken) =>
          verification("RECOVERY_CODE", { stateToken, recoveryCodeData: { code: recoveryCodes[0] } }),
        );
      },
      hasWon: isSuccess,
      refusals: ["INVALID_CODE"],
    },
    "an MFA code by email": {
      async prepare() {
        const { email } = await members.newMemberWithApp();
        const stateToken = await members.start(email);
        await members.verify(stateToken, { emailData: {} }, "EMAIL");
        const [code] = await members.steps.codes(email);
        return verification("EMAIL", { stateToken, emailData: { code } });
      },
      hasWon: isSuccess,
      refusals: ["STATE_TOKEN_INVALID", "INVALID_CODE"],
    },
    "an MFA code by text message": {
      async prepare() {
        const { email, sent } = await newMemberWith("SMS");
        const stateToken = await members.start(email);
        await members.verify(stateToken, { smsData: {} }, "SMS");
        const { code } = await sent(2);
        return verification("SMS", { stateToken, smsData: { code } });
      },
      hasWon: isSuccess,
      refusals: ["STATE_TOKEN_INVALID", "INVALID_CODE"],
    },
    "a push response": {
      prepare: async () => ({ path: answerPath, body: (await startPushChallenge()).approval }),
      hasWon: isOk,
      refusals: ["PUSH_TOKEN_INVALID"],
    },
    "a sign-in approved by push": {
      async prepare() {
        const { stateToken, approval } = await startPushChallenge();
        expect((await members.post(answerPath, approval)).status).toBe(200);
        return verification("PUSH", { stateToken, pushData: {} });
      },
      hasWon: isSuccess,
      refusals: ["STATE_TOKEN_INVALID"],
    },
    "a passkey's challenge, at sign-in": {
      async prepare() {
        await passkeys.advance(0);
        const { passkey } = await passkeys.add(await passkeys.newMember());
        const { challengeId, options } = await passkeys.startSignIn();
        return {
          path: "/_api/porchlight/v1/auth/passkey/sign-in",
          token: passkeys.visitor(),
          body: { webauthnData: { challengeId, credential: passkey.use(options) } },
        };
      },
      hasWon: isSuccess,
      refusals: ["PASSKEY_REFUSED"],
    },
    "a passkey's challenge, in MFA": {
      async prepare() {
        await passkeys.advance(0);
        const member = await passkeys.newMember();
        const { passkey } = await passkeys.add(member);
        const stateToken = await passkeys.startMfa(member);
        const { challengeId, options } = await passkeys.requestChallenge(stateToken);
        const webauthnData = { challengeId, credential: passkey.use(options) };
        return { path: verifyPath("WEBAUTHN"), token: passkeys.visitor(), body: { stateToken, webauthnData } };
      },
      hasWon: isSuccess,
      refusals: ["STATE_TOKEN_INVALID", "PASSKEY_REFUSED"],
    },
    "a passkey enrollment": {
      async prepare() {
        await passkeys.advance(0);
        const member = await passkeys.newMember();
        const { factorId, challengeId, options } = await passkeys.startEnrollment(member);
        const credential = createTestPasskey(server.origin).make(options);
        const path = `${factorsPath}/${factorId}/activate`;
        return { path, token: member.token, body: { webauthnData: { challengeId, credential } } };
      },
      hasWon: isOk,
      refusals: ["FACTOR_NOT_FOUND"],
    },
    "a code of an email change": {
      async prepare(name) {
        const wanted = emailOf(name);
        const { signIn } = await members.newMember();
        const token = await signIn();
        await members.post("/_api/porchlight/v1/auth/email-change", { email: wanted }, token);
        const [code] = await members.steps.codes(wanted);
        return { path: "/_api/porchlight/v1/auth/email-change/confirm", token, body: { code } };
      },
      hasWon: isOk,
      refusals: ["VERIFICATION_FAILED"],
    },
  };
}
