import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { createMfaMember, submitPassword } from "../../test/auth/second-factor-members.ts";
import { changeSetting } from "../../test/auth/sign-in-steps.ts";
import type { TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const { prepare, newBrowser, steps } = hosted;
const secondFactorTitle = "Confirm your sign-in · Porchlight";
const unlikeOthers = "This sign-in looks different from your usual ones.";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile/15E1 Safari/604";

const signIn = async (browser: TestBrowser, email: string, prepared?: Awaited<ReturnType<typeof prepare>>) =>
  submitPassword(hosted, browser, prepared ?? (await prepare()), email);
/** Signs in and opens a session, so that the browser is recognized. */
async function openSession(email: string, browser = newBrowser(firefox)): Promise<void> {
  const prepared = await prepare();
  const { code } = inFragment(await signIn(browser, email, prepared));
  const exchanged = await steps.exchange({
    code,
    codeVerifier: prepared.codeVerifier,
    redirectUri: hosted.redirectUri,
  });
  expect(exchanged.status).toBe(200);
}

describe("a hosted sign-in with an unrecognized browser", () => {
  it("requires a second factor and gives the reason, if the owner enables this", async () => {
    const { email } = hosted;
    await openSession(email);
    expect(inFragment(await signIn(newBrowser(safari), email))).toHaveProperty("code");
    await changeSetting(server, "riskySignIns", "ask");
    expect(inFragment(await signIn(newBrowser(firefox), email))).toHaveProperty("code");
    const page = await signIn(newBrowser(safari), email);
    expect(titleOf(page)).toBe(secondFactorTitle);
    expect(page.text).toContain(unlikeOthers);
    await changeSetting(server, "riskySignIns", "off");
  });

  it("requires one with the cookies of a trusted browser too, since they may be stolen", async () => {
    const { email, code, id } = await createMfaMember(server, "taken@example.com");
    await server.context.db.deleteFrom("sessions").where("subject_id", "=", id).execute();
    const browser = newBrowser(firefox);
    await browser.send(await signIn(browser, email), { code: code(), remember: "yes" });
    await openSession(email, browser);
    const stolen = newBrowser(safari);
    const [name, cookie] = [...browser.cookies].find(([name]) => name.endsWith("-devices"))!;
    stolen.cookies.set(name, cookie);
    const page = await signIn(stolen, email);
    expect(titleOf(page)).toBe(secondFactorTitle);
    expect(page.text).toContain(unlikeOthers);
    expect(inFragment(await signIn(browser, email))).toHaveProperty("code");
  });
});
