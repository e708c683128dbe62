import { describe, expect, it } from "vitest";
import { createPasskeyFixture } from "../../../test/auth/passkey-members.ts";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const passkeys = await createPasskeyFixture(server);
const home = "10.0.0.1";
const elsewhere = "198.51.100.9";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile/15E1 Safari/604";

describe("a passkey in an unrecognized network", () => {
  it("suffices with user verification, and otherwise requires MFA with the reason", async () => {
    const member = await passkeys.newMember();
    const { passkey } = await passkeys.add(member);
    const signIn = async (from: string, isUserVerified: boolean, userAgent = firefox) => {
      const { challengeId, options } = await passkeys.startSignIn();
      const credential = passkey.use(options, { isUserVerified });
      const { body } = await server.call("POST", "/_api/porchlight/v1/auth/passkey/sign-in", {
        token: passkeys.visitor(),
        from,
        headers: { "user-agent": userAgent },
        body: { webauthnData: { challengeId, credential } },
      });
      return [body.state, body.mfaChallengeData?.reason];
    };
    expect(await signIn(elsewhere, false)).toEqual(["REQUIRE_MFA", "USER_SETTINGS"]);
    expect(await signIn(home, false, phone)).toEqual(["REQUIRE_MFA", "HIGH_RISK_LOGIN"]);
    await changeSetting(server, "riskySignIns", "places");
    expect(await signIn(home, false)).toEqual(["REQUIRE_MFA", "USER_SETTINGS"]);
    expect(await signIn(elsewhere, false)).toEqual(["REQUIRE_MFA", "HIGH_RISK_LOGIN"]);
    expect(await signIn(elsewhere, true)).toEqual(["SUCCESS", undefined]);
  });
});
