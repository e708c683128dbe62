import { totpStepAt } from "../../src/auth/mfa/totp/totp.ts";
import { createMember } from "../../src/members/administration/create-member.ts";
import type { PageResponse, TestBrowser } from "../test-browser.ts";
import type { TestServer } from "../test-server.ts";
import { openAuthenticatorApp } from "./authenticator-app.ts";
import type { HostedSteps, Prepared } from "./hosted-sign-in.ts";
import { createSignInSteps, goodPassword } from "./sign-in-steps.ts";

/** A member with an authenticator app. */
export interface MfaMember {
  id: string;
  email: string;
  /** An unused code of the app; advances the clock if necessary. */
  code(): string;
  recoveryCodes: string[];
}

const factorsPath = "/_api/porchlight/v1/auth/factors";

export async function createMfaMember(server: TestServer, email: string): Promise<MfaMember> {
  const { id } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  const steps = await createSignInSteps(server);
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const added = await server.call("POST", factorsPath, { token, body: { type: "TOTP" } });
  const app = openAuthenticatorApp(added.body.totp.secret);
  let last = 0;
  const code = () => {
    if (totpStepAt(server.context.now()) <= last) server.advance(30_000);
    last = totpStepAt(server.context.now());
    return app.codeAt(server.context.now());
  };
  const { id: factorId } = added.body.factor;
  const activated = await server.call("POST", `${factorsPath}/${factorId}/activate`, { token, body: { code: code() } });
  return { id, email, code, recoveryCodes: activated.body.recoveryCodes };
}

/** Submits the right password on the sign-in page. @returns The next page. */
export async function submitPassword(
  { openPage }: HostedSteps,
  browser: TestBrowser,
  prepared: Prepared,
  email: string,
): Promise<PageResponse> {
  const page = await openPage(browser, prepared, "login");
  return browser.follow(await browser.send(page, { email, password: goodPassword }));
}
