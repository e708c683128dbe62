import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { createMfaMember, submitPassword } from "../../test/auth/second-factor-members.ts";
import { changeSetting } from "../../test/auth/sign-in-steps.ts";
import type { TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const { prepare, newBrowser, steps } = hosted;
const secondFactorTitle = "Check it is you · Porchlight";
const unlikeOthers = "This sign-in looks different from your usual ones.";
const home = "203.0.113.7";
const elsewhere = "2001:db8::7";

const signIn = async (browser: TestBrowser, email: string, prepared?: Awaited<ReturnType<typeof prepare>>) =>
  submitPassword(hosted, browser, prepared ?? (await prepare()), email);
/** Signs in once, so that the network is known. */
async function signInAtHome(email: string, browser = newBrowser(home)): Promise<void> {
  const prepared = await prepare();
  const { code } = inFragment(await signIn(browser, email, prepared));
  const exchanged = await steps.exchange({
    code,
    codeVerifier: prepared.codeVerifier,
    redirectUri: hosted.redirectUri,
  });
  expect(exchanged.status).toBe(200);
}

describe("a hosted sign-in from an unknown network", () => {
  it("requires a second factor and gives the reason, if the owner enables this", async () => {
    const { email } = hosted;
    await signInAtHome(email);
    expect(inFragment(await signIn(newBrowser(elsewhere), email))).toHaveProperty("code");
    await changeSetting(server, "riskySignIns", "places");
    expect(inFragment(await signIn(newBrowser(home), email))).toHaveProperty("code");
    const page = await signIn(newBrowser(elsewhere), email);
    expect(titleOf(page)).toBe(secondFactorTitle);
    expect(page.text).toContain(unlikeOthers);
    await changeSetting(server, "riskySignIns", "off");
  });

  it("requires one in a trusted browser too, since its cookies may be stolen", async () => {
    const { email, code, id } = await createMfaMember(server, "taken@example.com");
    await server.context.db.deleteFrom("sessions").where("subject_id", "=", id).execute();
    const browser = newBrowser(home);
    await browser.send(await signIn(browser, email), { code: code(), remember: "yes" });
    await signInAtHome(email, browser);
    const stolen = newBrowser(elsewhere);
    const [name, cookie] = [...browser.cookies].find(([name]) => name.endsWith("-devices"))!;
    stolen.cookies.set(name, cookie);
    const page = await signIn(stolen, email);
    expect(titleOf(page)).toBe(secondFactorTitle);
    expect(page.text).toContain(unlikeOthers);
    expect(inFragment(await signIn(browser, email))).toHaveProperty("code");
  });
});
